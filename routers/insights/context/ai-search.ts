import { oneDecimal } from '../../rounding.ts';
import type { evidenceFigures } from '../../visibility/public.ts';
import { engineOf } from './closed-lists.ts';

const MAX_ENGINES = 20;

type Evidence = NonNullable<ReturnType<typeof evidenceFigures>>;
type Rate = Pick<Evidence, 'mentionRate' | 'low' | 'high' | 'sampleSize'>;

const toRate = ({ mentionRate, low, high, sampleSize }: Rate) => ({
  ...{ mention_rate: mentionRate, low, high },
  answers: sampleSize,
});

/** The evidence of AI search without domains, prompts or texts. */
export function aiSearch({ engines, sources, ...evidence }: Evidence) {
  const shareOf = (which: 'own' | 'competitor') =>
    oneDecimal(sources.reduce((sum, source) => sum + (source[which] ? source.share : 0), 0));
  return {
    ...toRate(evidence),
    ...{ confidence_level: 95 as const, change: evidence.change, significant: evidence.significant },
    share_of_voice: evidence.shareOfVoice,
    engines: engines.slice(0, MAX_ENGINES).map((one) => ({ engine: engineOf(one.engine), ...toRate(one) })),
    citations: { own: shareOf('own'), competitors: shareOf('competitor'), domains: sources.length },
    as_of: evidence.asOf.toISOString(),
  };
}
