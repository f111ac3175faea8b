import type { InsightContext, ScoreKey } from '../wire.ts';
import { componentName, roundToTenth } from './formatting.ts';

type LatestScan = NonNullable<InsightContext['visibility']>;

/** The latest scan where it has scores. */
export type Visibility = Omit<LatestScan, 'overall'> & { overall: NonNullable<LatestScan['overall']> };

/** The latest scan; null where there is none, or where it brought AI search alone. */
export const scoredScan = ({ visibility }: InsightContext): Visibility | null =>
  visibility?.overall ? { ...visibility, overall: visibility.overall } : null;

/**
 * The possible gain of a component in points of the overall score: its share of the weights times its distance to 100.
 */
export interface Gap {
  key: ScoreKey;
  name: string;
  score: number;
  lift: number;
}

/** The components with a possible gain, largest first. */
export function findGaps({ components }: Pick<Visibility, 'components'>): Gap[] {
  const total = components.reduce((sum, { weight }) => sum + weight, 0);
  return components
    .map(({ key, score, weight }) => ({
      key,
      name: componentName(key),
      score,
      lift: total > 0 ? roundToTenth((weight / total) * (100 - score)) : 0,
    }))
    .filter(({ lift }) => lift > 0)
    .sort((a, b) => b.lift - a.lift || a.score - b.score || a.key.localeCompare(b.key));
}

export interface ComponentChange {
  key: ScoreKey;
  name: string;
  score: number;
  change: number;
}

/**
 * The components that changed with the score, largest change first: since the previous scan, or with the scan that
 * moved it last where the latest did not.
 */
export const componentChanges = ({
  components,
  last_change,
}: Pick<Visibility, 'components' | 'last_change'>): ComponentChange[] =>
  (last_change?.components ?? components)
    .flatMap(({ key, score, change }) =>
      change ? [{ key, name: componentName(key), score, change: roundToTenth(change) }] : [],
    )
    .filter(({ change }) => change !== 0)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.key.localeCompare(b.key));
