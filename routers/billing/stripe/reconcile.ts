import { eq, lt, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '../../../db/database.ts';
import { billingCustomers, stripeEvents } from '../../../db/schema/index.ts';
import { findTenant } from '../../../server/identity/find-tenant.ts';
import { withStripe } from './client.ts';
import { sync } from './sync.ts';

// Stripe retries events for three days; they can be resent by hand for thirty.
export const STRIPE_EVENTS_KEPT_DAYS = 45;

// Five per minute are 7,200 per day and process; with more customers the interval grows.
const BATCH = 5;
const EVERY_HOURS = 6;

const due = sql`(select ${billingCustomers.orgId} from ${billingCustomers}
  where ${billingCustomers.reconciledAt} <= now() - make_interval(hours => ${EVERY_HOURS})
  order by ${billingCustomers.reconciledAt} limit 1 for update skip locked)`;

/** Syncs the customers with the oldest sync, against lost events. Each customer is taken by one process. */
export async function reconcile(database: Database, stripe: Stripe | undefined) {
  const { accounts: db } = database;
  for (let turn = 0; stripe && turn < BATCH; turn++) {
    const [next] = await db
      .update(billingCustomers)
      .set({ reconciledAt: sql`now()` })
      .where(eq(billingCustomers.orgId, due))
      .returning({ clientId: billingCustomers.orgId, customer: billingCustomers.stripeCustomerId });
    if (!next) return;
    const tenant = await findTenant(db, next.clientId);
    if (!tenant) return;
    await withStripe(sync(database, stripe, { tenant, customer: next.customer })).catch(async (error) => {
      // Due again in a minute, after the customers that have not been tried.
      const soon = sql`now() - make_interval(hours => ${EVERY_HOURS})`;
      await db.update(billingCustomers).set({ reconciledAt: soon }).where(eq(billingCustomers.orgId, next.clientId));
      throw error;
    });
  }
}

/** Deletes events that Stripe will not send again. */
export const sweepEvents = (database: Database) =>
  database
    .asMaintenance()
    .delete(stripeEvents)
    .where(lt(stripeEvents.handledAt, sql`now() - make_interval(days => ${STRIPE_EVENTS_KEPT_DAYS})`));
