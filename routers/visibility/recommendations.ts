import { z } from 'zod';
import { notFound } from '../../server/errors.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { dataBytesOf, PAGED, setNext } from '../../server/lists/page.ts';
import { ranking } from '../../server/lists/ranking.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { callingPerson } from '../values/people.ts';
import { ById, Data, paging, parsedOnce } from '../values/shapes.ts';
import { decide } from './decisions.ts';
import { sortedRecommendations } from './figures/recommendations.ts';
import { latestScan } from './latest-scan.ts';
import { VisibilityRecommendation } from './shapes.ts';

const { get, put } = rest('Visibility', { weight: 'heavy' });

const Filter = z.object({
  status: VisibilityRecommendation.shape.status.describe('Only recommendations of this status.').optional(),
  ...paging(500, 500),
});

const pageOf = ranking('recommendations', [KEY.number], (one: { priorityScore: number }) => [-one.priorityScore]);

export const recommendationProcedures = {
  list: tenantProcedure
    .meta(
      get('/visibility/recommendations', 'List recommendations', {
        tool: {
          name: 'list_recommendations',
          hint: 'For what to do next; `estimatedScoreLift` is in points of the score.',
        },
        versioned: true,
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
      const { rows: data, next, isWhole } = pageOf(wanted, input, dataBytesOf(ctx.request));
      setNext(ctx, input, next);
      return isWhole && !status ? all : { ok: true, data };
    }),

  update: tenantProcedure
    .meta(
      put('/visibility/recommendations/{id}', 'Update a recommendation', {
        tool: { name: 'update_recommendation', hint: 'Ids are in `list_recommendations`.' },
        example: { body: { status: 'done' } },
        description:
          'Sets the status of a recommendation of the latest scan. It stays as set here when a later scan has the recommendation again.',
        returns: 'The updated recommendation.',
      }),
    )
    .input(ById.extend({ status: VisibilityRecommendation.shape.status }))
    .output(Data(VisibilityRecommendation))
    .mutation(async ({ ctx: { db, tenant, caller }, input: { id, status } }) => {
      const userId = callingPerson(caller);
      const data = await db.transaction(async (tx) => {
        const scan = () => latestScan(tx, tenant, ['recommendations']);
        const decision = { type: 'recommendation', id, userId, status } as const;
        await decide(tx, tenant, decision, async () => (await scan())?.parts.recommendations);
        return sortedRecommendations(tenant.clientId, await scan()).find((one) => one.id === id.toLowerCase());
      });
      if (!data) throw notFound();
      return { ok: true, data };
    }),
};
