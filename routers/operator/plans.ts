import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { plans } from '../../db/schema/index.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { MOST_PLANS, readPlans } from '../plans/granted.ts';
import { ListedPlan, NewPlans } from '../plans/shapes.ts';
import { Data } from '../values/shapes.ts';
import { holdRole, noteAction } from './actions.ts';
import { operatorRoutes } from './shapes.ts';

const { get, put } = operatorRoutes;

const Plans = z.array(ListedPlan).max(MOST_PLANS).describe('The plans, in their order.');

export const planProcedures = {
  plans: operatorProcedure
    .meta(
      get('/operator/plans', 'List plans', {
        description:
          'What is granted to clients by the products that they are billed for. A client without a subscription to any of them is not limited.',
        returns: 'The plans, in their order.',
        ofPortal: true,
      }),
    )
    .output(Data(Plans))
    .query(async ({ ctx: { db } }) => ({ ok: true, data: await readPlans(db) })),

  updatePlans: operatorProcedure
    .meta(
      put('/operator/plans', 'Replace the plans', {
        description:
          'Replaces all plans, which hold from then on. What clients have stays, also where it is more than a plan grants now: only more of it is refused.',
        returns: 'The plans after the change.',
        ofPortal: true,
        example: { body: { plans: [{ key: 'website', tier: 'growth', members: 5, connections: 3 }] } },
      }),
    )
    .input(z.object({ plans: NewPlans }))
    .output(Data(Plans))
    .mutation(async ({ ctx, input }) => {
      const data = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        // One list after the other, while lists are read.
        await tx.execute(sql`lock table ${plans} in share row exclusive mode`);
        await tx.delete(plans);
        if (input.plans.length > 0)
          await tx.insert(plans).values(input.plans.map((plan, place) => ({ ...plan, place })));
        await noteAction(tx, ctx, 'plans_updated', {});
        return readPlans(tx);
      });
      return { ok: true, data };
    }),
};
