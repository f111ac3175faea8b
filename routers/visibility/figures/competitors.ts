import type { Competitor } from '../../../db/schema/scan-parts.ts';
import { days } from '../../../server/durations.ts';
import { meanScore, oneDecimal } from '../../values/rounding.ts';
import { type LatestScan, overallScore } from '../latest-scan.ts';

const FRESH_FOR = days(30);

/** Whether the scan is more than 30 days old. */
export const isStale = (asOf: Date | undefined, now = new Date()) =>
  asOf !== undefined && now.getTime() - asOf.getTime() > FRESH_FOR;

const byName = (one: { name: string }, other: { name: string }) =>
  Number(one.name > other.name) - Number(one.name < other.name);

/** The peers to show: not excluded, and completely measured. Best first. */
const comparablePeers = (competitors: Competitor[]) =>
  competitors
    .filter(({ excluded, status }) => !excluded && status === 'completed')
    .toSorted((one, other) => other.dynamic_score - one.dynamic_score || byName(one, other));

const peerOf = ({ excluded, status, ...peer }: Competitor) => ({
  ...peer,
  domain: peer.domain.toLowerCase(),
  asOf: new Date(peer.asOf),
});

const scoresByKey = (parts: { key: string; score: number }[] = []) =>
  Object.fromEntries(parts.map(({ key, score }) => [key, score]));

// Keys come from outside: `constructor` must not match an inherited property.
const componentScores = (peers: Competitor[], key: string) =>
  peers.flatMap(({ components }) => (Object.hasOwn(components, key) ? [components[key] ?? 0] : []));

/** Client − average, from rounded figures; null if either is missing. */
const difference = (client: number | null, average: number | null) =>
  client === null || average === null ? null : oneDecimal(client - average);

function compare(scan: LatestScan | undefined, peers: Competitor[], stale: boolean) {
  const score = scan?.dynamicScore ?? null;
  const competitor_avg = meanScore(peers.map(({ dynamic_score }) => dynamic_score));
  return {
    metric: 'dynamic_score' as const,
    dataAsOf: scan?.asOf ?? null,
    isStale: stale,
    competitor_avg,
    client_vs_avg: difference(score, competitor_avg),
    rank: 1 + peers.filter(({ dynamic_score }) => score !== null && dynamic_score > score).length,
    total_in_market: peers.length + 1,
    component_comparison: (scan?.components ?? []).map(({ key, label, score: client_score }) => {
      const average = meanScore(componentScores(peers, key));
      return {
        component: key,
        label,
        client_score,
        competitor_avg: average,
        difference: difference(client_score, average),
      };
    }),
  };
}

/**
 * A client compared with the peers of its latest scan. Rank 1 is best, ties share a rank, and the market includes the
 * client. Averages are unweighted; a component's covers the peers that have it.
 */
export function benchmark(clientId: string, scan: LatestScan<'competitors'> | undefined, stale = isStale(scan?.asOf)) {
  const peers = comparablePeers(scan?.parts.competitors ?? []);
  return {
    client: {
      client_id: clientId,
      raw_score: scan?.rawScore ?? null,
      dynamic_score: scan?.dynamicScore ?? null,
      overall_score: scan ? overallScore(scan) : null,
      run_id: scan?.runId ?? null,
      asOf: scan?.asOf ?? null,
      tiers: scoresByKey(scan?.tiers),
      components: scoresByKey(scan?.components),
    },
    competitors: peers.map(peerOf),
    comparison: compare(scan, peers, stale),
  };
}
