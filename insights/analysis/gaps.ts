import type { InsightContext, ScoreKey } from '../wire.ts';
import { componentName, roundToTenth } from './formatting.ts';

export type Visibility = NonNullable<InsightContext['visibility']>;

/** What a component could add to the overall score if it were perfect: its share of the weights times what it lacks. */
export interface Gap {
  key: ScoreKey;
  name: string;
  score: number;
  lift: number;
}

/** The components that hold the score back, the costliest first; those at 100 or without weight are not among them. */
export function findGaps({ components }: Visibility): Gap[] {
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

/** The components that moved since the scan before, the furthest first; none where the context does not say. */
export const componentChanges = ({ components }: Visibility): ComponentChange[] =>
  components
    .flatMap(({ key, score, change }) =>
      change ? [{ key, name: componentName(key), score, change: roundToTenth(change) }] : [],
    )
    .filter(({ change }) => change !== 0)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.key.localeCompare(b.key));
