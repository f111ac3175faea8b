import type { aeoEvidence, EngineCount, SourceCount, StoredChange } from '../../../db/schema/index.ts';
import { percent } from '../../values/rounding.ts';
import { shares } from '../../values/shares.ts';
import { registrableDomain } from './domains.ts';

type Sample = Pick<typeof aeoEvidence.$inferSelect, 'answers' | 'mentions' | 'low' | 'high'>;

/** The share of answers that mention the client in percent, with its 95% interval, null for one question. */
export const mentionRate = ({ answers, mentions, low, high }: Sample) => ({
  mentionRate: percent(mentions, answers),
  low,
  high,
  sampleSize: answers,
});

/** Whether the rate has clearly moved since the scan before. */
export const isSignificant = (change: StoredChange | null) => change?.verdict === 'moved';

/** Own mentions among all mentions, in percent; null without any. */
function shareOfVoice(engines: readonly EngineCount[]): number | null {
  const own = engines.reduce((sum, { mentions }) => sum + mentions, 0);
  const all = engines.reduce((sum, { competitorMentions }) => sum + competitorMentions, own);
  return all === 0 ? null : percent(own, all);
}

/** The figures of each AI assistant, highest rate first. */
export const engineFigures = (engines: readonly EngineCount[]) =>
  engines
    .map((engine) => ({ engine: engine.engine, ...mentionRate(engine), shareOfVoice: shareOfVoice([engine]) }))
    .sort(
      (one, other) =>
        other.mentionRate - one.mentionRate ||
        other.sampleSize - one.sampleSize ||
        (one.engine < other.engine ? -1 : 1),
    );

/** The most cited domains with their shares of all citations in percent; `website` is the organization's own. */
export function sourceFigures({ sources, citations }: Pick<Evidence, 'sources' | 'citations'>, website: string | null) {
  const own = website === null ? null : registrableDomain(website);
  const counts = sources.map(({ citations }) => citations);
  const others = citations === null ? 0 : citations - counts.reduce((sum, count) => sum + count, 0);
  const parts = shares([...counts, others]);
  return sources.map(({ domain, citations, competitor }, index) => {
    const isOwn = domain === own;
    return { domain, citations, share: parts[index] ?? 0, own: isOwn, competitor: competitor && !isOwn };
  });
}

interface Evidence extends Sample {
  asOf: Date;
  change: StoredChange | null;
  engines: EngineCount[];
  citations: number | null;
  sources: SourceCount[];
}

/** The figures of the latest scan with answers; undefined without any. */
export const evidenceFigures = (latest: Evidence | undefined, website: string | null) =>
  latest && {
    asOf: latest.asOf,
    ...mentionRate(latest),
    change: latest.change,
    shareOfVoice: shareOfVoice(latest.engines),
    engines: engineFigures(latest.engines),
    sources: sourceFigures(latest, website),
  };
