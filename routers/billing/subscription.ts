import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { tenantQuery } from '../../db/prepared.ts';
import { subscriptions } from '../../db/schema/index.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { PlanUse } from '../plans/shapes.ts';
import { planUse } from '../plans/usage.ts';
import { Timestamp } from '../values/shapes.ts';
import { toSubscription } from './stripe/subscription.ts';

const { get } = rest('Billing', { whileSuspended: true });

const Amount = z.number().meta({ description: 'Amount per billing period, in major units.', example: 249 });
const Plan = z.object({
  tier: z.string().meta({ description: 'Tier; `none` without a plan.', example: 'growth' }),
  displayName: z.string().meta({ description: 'Name of the plan.', example: 'Website Growth' }),
  amount: Amount,
});
const Addon = z.object({
  key: z.string().meta({ description: 'Key of the addon.', example: 'review_requests' }),
  displayName: z.string().meta({ description: 'Name of the addon.', example: 'Review Requests' }),
  amount: Amount,
});

const Subscription = z
  .object({
    plans: z
      .object({
        website: Plan.describe('Website plan.'),
        ops: Plan.describe('Operations plan.'),
        analytics: Plan.describe('Analytics plan.'),
      })
      .describe('The plans.'),
    bundleKey: z.string().nullable().meta({ description: 'Key of the bundle; null for none.', example: 'complete' }),
    addons: z.array(Addon).max(1000).describe('The addons.'),
    totalMRR: z.number().meta({
      description: 'Monthly total of plans and addons, in major units with two decimals.',
      example: 564,
    }),
    status: z.string().meta({ description: 'Stripe’s status, or `none`.', example: 'active' }),
    billingFrequency: z.string().meta({
      description:
        '`monthly`, `quarterly`, `yearly` …; `mixed` when items have different intervals and amounts are per month; or `none`.',
      example: 'monthly',
    }),
    currentPeriodEnd: Timestamp.nullable().describe('End of the billing period, UTC; null without a subscription.'),
    cancelAtPeriodEnd: z.boolean().describe('Whether the subscription ends with the billing period.'),
    grants: PlanUse,
  })
  .meta({ id: 'Subscription', description: 'The subscription of the organization.' });

const stored = tenantQuery((db) => {
  const { status, items, currentPeriodEnd, cancelAtPeriodEnd } = subscriptions;
  return db
    .select({ status, items, currentPeriodEnd, cancelAtPeriodEnd })
    .from(subscriptions)
    .where(eq(subscriptions.clientId, sql.placeholder('clientId')));
});

export const subscriptionProcedures = {
  subscription: tenantProcedure
    .meta(
      get('/billing/subscription', 'Get the subscription', {
        description:
          'The plans and addons of the organization with their amounts, and what they grant. 409 INVALID_TRANSITION when items are billed in several currencies.',
        returns: 'The subscription; status `none` without one.',
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .output(z.object({ subscription: Subscription }))
    .query(async ({ ctx: { db, tenant, deps } }) => {
      const [row] = await stored(db).execute({ clientId: tenant.clientId });
      return { subscription: { ...toSubscription(row), grants: await deps.use(planUse).of(tenant.clientId) } };
    }),
};
