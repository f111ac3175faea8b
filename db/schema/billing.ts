import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { createdAt, moment } from './columns.ts';
import { clientId, tenantPolicies } from './tenant.ts';

/** What one item of a subscription is to the portal: what its product says, and what it costs. */
export interface BilledItem {
  kind: 'plan' | 'bundle' | 'addon';
  key: string;
  tier: string | null;
  name: string;
  /** A whole number of the currency's smallest unit, for one billing period, the quantity included. */
  amount: number;
  currency: string;
  interval: 'day' | 'week' | 'month' | 'year';
  intervalCount: number;
}

/** Which client a Stripe customer is: the portal reads it before it knows the tenant, and so it is no tenant table. */
export const billingCustomers = pgTable(
  'billing_customers',
  {
    orgId: uuid()
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    stripeCustomerId: text().notNull().unique(),
    createdAt: createdAt(),
    /** When it was last compared with Stripe without having been told to. */
    reconciledAt: createdAt(),
  },
  (customer) => [index().on(customer.reconciledAt)],
);

/** What the client pays for, as Stripe had it when it was last asked. One row a client. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    clientId: clientId(),
    stripeCustomerId: text(),
    stripeSubscriptionId: text(),
    /** Stripe's word, or `none`. */
    status: text().notNull().default('none'),
    items: jsonb().$type<BilledItem[]>().notNull().default([]),
    currentPeriodEnd: moment(),
    cancelAtPeriodEnd: boolean().notNull().default(false),
    /** Readings of Stripe are numbered as they begin: one that began before the stored one is older news. */
    begun: integer().notNull().default(0),
    stored: integer().notNull().default(0),
    readAt: moment(),
  },
  (row) => [primaryKey({ columns: [row.clientId] }), ...tenantPolicies()],
);

/** Webhook events that had their effect, kept longer than Stripe sends one again. */
export const stripeEvents = pgTable(
  'stripe_events',
  { clientId: clientId(), eventId: text().notNull(), type: text().notNull(), handledAt: createdAt() },
  (event) => [
    primaryKey({ columns: [event.clientId, event.eventId] }),
    index().on(event.handledAt),
    ...tenantPolicies(),
  ],
);
