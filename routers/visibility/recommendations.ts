import { z } from 'zod';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, parsedOnce } from '../shapes.ts';
import { sortedRecommendations } from './figures/recommendations.ts';
import { latestScan } from './latest-scan.ts';
import { VisibilityRecommendation } from './shapes.ts';

const { get } = rest('Visibility');

const MAX_RECOMMENDATIONS = 500;

const Filter = z.object({
  status: VisibilityRecommendation.shape.status.describe('Only recommendations of this status.').optional(),
  limit: z
    .number()
    .int()
    .min(1)
    .max(MAX_RECOMMENDATIONS)
    .default(MAX_RECOMMENDATIONS)
    .describe('Maximum number of recommendations.'),
});

export const recommendationProcedures = {
  recommendations: tenantProcedure
    .meta(
      get('/visibility/recommendations', 'List recommendations', {
        description: 'Recommendations of the latest scan, the highest priority first.',
        returns: 'The recommendations, the highest priority first.',
      }),
    )
    .input(Filter)
    .output(
      parsedOnce(Data(z.array(VisibilityRecommendation).describe('Recommendations, the highest priority first.'))),
    )
    .query(async ({ ctx: { deps, db, tenant }, input: { status, limit } }) => {
      const all = await deps.cache(['recommendations', tenant.clientId, tenant.scoresVersion], async () => {
        const scan = await latestScan(db, tenant, ['recommendations']);
        return { ok: true as const, data: sortedRecommendations(tenant.clientId, scan) };
      });
      if (!status && limit >= all.data.length) return all;

      const data = all.data.filter((recommendation) => !status || recommendation.status === status).slice(0, limit);
      return { ok: true, data };
    }),
};
