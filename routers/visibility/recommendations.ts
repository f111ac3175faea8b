import { z } from 'zod';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, parsedOnce } from '../shapes.ts';
import { recommendationCards } from './figures/recommendations.ts';
import { latestScan } from './latest-scan.ts';
import { Recommendation } from './shapes.ts';

const { get } = rest('Visibility');

const MOST = 500;

const Filter = z.object({
  status: Recommendation.shape.status.optional(),
  limit: z.number().int().min(1).max(MOST).default(MOST),
});

export const recommendationProcedures = {
  recommendations: tenantProcedure
    .meta(get('/visibility/recommendations', 'What would help, the most pressing first'))
    .input(Filter)
    .output(parsedOnce(Data(z.array(Recommendation))))
    .query(async ({ ctx: { deps, db, tenant }, input: { status, limit } }) => {
      const all = await deps.cache(['recommendations', tenant.clientId, tenant.scoresVersion], async () => {
        const scan = await latestScan(db, tenant, ['recommendations']);
        return { ok: true as const, data: recommendationCards(tenant.clientId, scan) };
      });
      if (!status && limit >= all.data.length) return all;

      const data = all.data.filter((card) => !status || card.status === status).slice(0, limit);
      return { ok: true, data };
    }),
};
