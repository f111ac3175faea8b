import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { tenantQuery } from '../../db/prepared.ts';
import { subscriptions } from '../../db/schema/index.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Timestamp } from '../shapes.ts';
import { shownSubscription } from './stripe/subscription.ts';

const { get } = rest('Billing');

const Amount = z.number().meta({ description: 'Major units, for one billing period.', example: 249 });
const Plan = z.object({
  tier: z.string().meta({ description: '`none` where nothing is subscribed to.', example: 'growth' }),
  displayName: z.string(),
  amount: Amount,
});

const Subscription = z.object({
  plans: z.object({ website: Plan, ops: Plan, analytics: Plan }),
  bundleKey: z.string().nullable(),
  addons: z.array(z.object({ key: z.string(), displayName: z.string(), amount: Amount })),
  totalMRR: z.number().meta({ description: 'Plans and addons in a month, major units, two decimals.' }),
  status: z.string().meta({ description: 'Stripe’s word, or `none`.', example: 'active' }),
  billingFrequency: z.string().meta({
    description:
      '`monthly`, `quarterly`, `yearly`…; `mixed` where items differ, and amounts are then for a month; or `none`.',
    example: 'monthly',
  }),
  currentPeriodEnd: Timestamp.nullable(),
  cancelAtPeriodEnd: z.boolean(),
});

const stored = tenantQuery((db) => {
  const { status, items, currentPeriodEnd, cancelAtPeriodEnd } = subscriptions;
  return db
    .select({ status, items, currentPeriodEnd, cancelAtPeriodEnd })
    .from(subscriptions)
    .where(eq(subscriptions.clientId, sql.placeholder('clientId')));
});

export const subscriptionProcedures = {
  subscription: tenantProcedure
    .meta(get('/billing/subscription', 'What the organization pays for', { errors: ['INVALID_TRANSITION'] }))
    .output(z.object({ subscription: Subscription }))
    .query(async ({ ctx: { db, tenant } }) => {
      const [row] = await stored(db).execute({ clientId: tenant.clientId });
      return { subscription: shownSubscription(row) };
    }),
};
