import { stableId } from '../../records/stable-id.ts';
import type { LatestScan } from '../latest-scan.ts';

/** The latest scan's recommendations by priority; those of equal priority keep the order of the scan. */
export const sortedRecommendations = (clientId: string, scan: LatestScan<'recommendations'> | undefined) =>
  (scan?.parts.recommendations ?? [])
    .toSorted((one, other) => other.priorityScore - one.priorityScore)
    .map(({ externalId, estimatedScoreLift = null, ...card }) => ({
      id: stableId(clientId, 'recommendation', externalId),
      ...card,
      estimatedScoreLift,
    }));

/** The first `atMost` open or accepted recommendations. */
export const topRecommendations = (clientId: string, scan: LatestScan<'recommendations'> | undefined, atMost: number) =>
  sortedRecommendations(clientId, scan)
    .filter(({ status }) => status === 'open' || status === 'accepted')
    .slice(0, atMost);
