import type { LatestScan } from '../latest-scan.ts';
import { stableId } from '../stable-id.ts';

/** The latest scan's recommendations, the most pressing first; those of one priority as the scan lists them. */
export const recommendationCards = (clientId: string, scan: LatestScan<'recommendations'> | undefined) =>
  (scan?.parts.recommendations ?? [])
    .toSorted((one, other) => other.priorityScore - one.priorityScore)
    .map(({ externalId, estimatedScoreLift = null, ...card }) => ({
      id: stableId(clientId, 'recommendation', externalId),
      ...card,
      estimatedScoreLift,
    }));

/** The first `atMost` that are still to be done. */
export const topRecommendations = (clientId: string, scan: LatestScan<'recommendations'> | undefined, atMost: number) =>
  recommendationCards(clientId, scan)
    .filter(({ status }) => status === 'open' || status === 'accepted')
    .slice(0, atMost);
