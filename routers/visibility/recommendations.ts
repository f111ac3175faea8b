import { z } from 'zod';
import { KEY } from '../../server/lists/cursor.ts';
import { PAGED, setNext } from '../../server/lists/page.ts';
import { ranking } from '../../server/lists/ranking.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, paging, parsedOnce } from '../shapes.ts';
import { sortedRecommendations } from './figures/recommendations.ts';
import { latestScan } from './latest-scan.ts';
import { VisibilityRecommendation } from './shapes.ts';

const { get } = rest('Visibility');

const Filter = z.object({
  status: VisibilityRecommendation.shape.status.describe('Only recommendations of this status.').optional(),
  ...paging(500, 500),
});

const pageOf = ranking('recommendations', [KEY.number], (one: { priorityScore: number }) => [-one.priorityScore]);

export const recommendationProcedures = {
  recommendations: tenantProcedure
    .meta(
      get('/visibility/recommendations', 'List recommendations', {
        description: 'Recommendations of the latest scan, the highest priority first.',
        returns: 'The recommendations, the highest priority first.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(
      parsedOnce(Data(z.array(VisibilityRecommendation).describe('Recommendations, the highest priority first.'))),
    )
    .query(async ({ ctx, input }) => {
      const { deps, db, tenant } = ctx;
      const { status } = input;
      const all = await deps.cache(['recommendations', tenant.clientId, tenant.scoresVersion], async () => {
        const scan = await latestScan(db, tenant, ['recommendations']);
        return { ok: true as const, data: sortedRecommendations(tenant.clientId, scan) };
      });
      const wanted = status ? all.data.filter((recommendation) => recommendation.status === status) : all.data;
      const { rows: data, next, isWhole } = pageOf(wanted, input);
      setNext(ctx, input, next);
      return isWhole && !status ? all : { ok: true, data };
    }),
};
