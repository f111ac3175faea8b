import type { InsightContext } from '../../../insights/wire.ts';
import { oneDecimal } from '../../values/rounding.ts';
import type { evidenceFigures } from '../../visibility/public.ts';
import { engineOf } from './closed-lists.ts';

const MAX_ENGINES = 20;

type Evidence = NonNullable<ReturnType<typeof evidenceFigures>>;
type Rate = Pick<Evidence, 'mentionRate' | 'low' | 'high' | 'sampleSize'>;

const toRate = ({ mentionRate, low, high, sampleSize }: Rate) => ({
  mention_rate: mentionRate,
  low,
  high,
  answers: sampleSize,
});

const changeOf = (change: Evidence['change']) => ({
  change: change?.value ?? null,
  verdict: change?.verdict ?? null,
  smallest_visible: change?.smallestVisible ?? null,
  not_comparable: change?.notComparable.map(({ reason }) => reason) ?? [],
});

/** The evidence of AI search without domains, prompts or texts. */
export function aiSearch({ engines, sources, ...evidence }: Evidence) {
  const shareOf = (which: 'own' | 'competitor') =>
    oneDecimal(sources.reduce((sum, source) => sum + (source[which] ? source.share : 0), 0));
  return {
    ...toRate(evidence),
    confidence_level: 95 as const,
    ...changeOf(evidence.change),
    share_of_voice: evidence.shareOfVoice,
    engines: engines.slice(0, MAX_ENGINES).map((one) => ({ engine: engineOf(one.engine), ...toRate(one) })),
    citations: { own: shareOf('own'), competitors: shareOf('competitor'), domains: sources.length },
    as_of: evidence.asOf.toISOString(),
  };
}

type Rates = NonNullable<InsightContext['ai_search']>['by_engine'];

/** The rates by assistant; the unlisted ones together, without an interval. Undefined without answers. */
export function ratesByEngine(seen: InsightContext['visibility']): InsightContext['ai_search'] | undefined {
  const engines = seen?.ai_search?.engines ?? [];
  if (engines.length === 0) return undefined;
  const by_engine = [...Map.groupBy(engines, ({ engine }) => engine)].map(([engine, rates]): Rates[number] => {
    const [first, ...more] = rates;
    if (first && more.length === 0)
      return { engine, mention_rate: first.mention_rate, low: first.low, high: first.high };
    const answers = rates.reduce((sum, one) => sum + one.answers, 0);
    const mentions = rates.reduce((sum, one) => sum + one.mention_rate * one.answers, 0);
    return { engine, mention_rate: oneDecimal(mentions / Math.max(1, answers)), low: null, high: null };
  });
  return { by_engine: by_engine.sort((one, other) => other.mention_rate - one.mention_rate) };
}
