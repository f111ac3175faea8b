import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { createdAt, moment } from './columns.ts';
import { clientId, tenantPolicies } from './tenant.ts';

/** A subscription item: its product metadata and its price. */
export interface BilledItem {
  kind: 'plan' | 'bundle' | 'addon';
  key: string;
  tier: string | null;
  /** Of its subscription at Stripe; absent in what was read before it was kept. */
  status?: string;
  name: string;
  /** The amount per billing period including the quantity, in the smallest unit of the currency. */
  amount: number;
  currency: string;
  interval: 'day' | 'week' | 'month' | 'year';
  intervalCount: number;
}

/** The client of a Stripe customer. It is read before the tenant is known, so it is not a tenant table. */
export const billingCustomers = pgTable(
  'billing_customers',
  {
    orgId: uuid()
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    stripeCustomerId: text().notNull().unique(),
    createdAt: createdAt(),
    /** The last scheduled comparison with Stripe. */
    reconciledAt: createdAt(),
  },
  (customer) => [index().on(customer.reconciledAt)],
);

/** The client's subscription, as last read from Stripe. One row per client. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    clientId: clientId(),
    stripeCustomerId: text(),
    stripeSubscriptionId: text(),
    /** The status at Stripe, or `none`. */
    status: text().notNull().default('none'),
    items: jsonb().$type<BilledItem[]>().notNull().default([]),
    currentPeriodEnd: moment(),
    cancelAtPeriodEnd: boolean().notNull().default(false),
    /** Reads of Stripe are numbered at their start: one that started before the stored one is stale. */
    begun: integer().notNull().default(0),
    stored: integer().notNull().default(0),
    readAt: moment(),
  },
  (row) => [primaryKey({ columns: [row.clientId] }), ...tenantPolicies()],
);

/** Webhook events, kept longer than Stripe repeats them. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    clientId: clientId(),
    eventId: text().notNull(),
    type: text().notNull(),
    handledAt: createdAt(),
    /** While a delivery is handling it: the time from which another may. Null once it is handled. */
    claimedUntil: moment(),
  },
  (event) => [
    primaryKey({ columns: [event.clientId, event.eventId] }),
    index().on(event.handledAt),
    ...tenantPolicies(),
  ],
);
