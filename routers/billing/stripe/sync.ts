import { lt, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '../../../db/database.ts';
import { subscriptions } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { type EventName, markHandled } from './claim.ts';
import { fetchSubscriptions } from './fetch-subscriptions.ts';
import { snapshot } from './snapshot.ts';

interface Subject {
  tenant: Tenant;
  customer: string;
}

/** Reserves the number of a sync before it starts. */
async function nextNumber(database: Database, tenant: Tenant) {
  const { clientId } = tenant;
  const [row] = await database
    .as(tenant)
    .insert(subscriptions)
    .values({ clientId, begun: 1 })
    .onConflictDoUpdate({ target: subscriptions.clientId, set: { begun: sql`${subscriptions.begun} + 1` } })
    .returning({ number: subscriptions.begun });
  return row?.number ?? 1;
}

/**
 * Stores a customer's subscription as it is in Stripe, unless a later sync was stored before. The event that caused it is
 * marked in the same transaction, so that Stripe resends an event whose sync failed.
 */
export async function sync(database: Database, stripe: Stripe, { tenant, customer }: Subject, event?: EventName) {
  const number = await nextNumber(database, tenant);
  const facts = snapshot(await fetchSubscriptions(stripe, customer));

  await database.as(tenant).transaction(async (tx) => {
    if (event && !(await markHandled(tx, tenant, event))) return;
    await tx
      .update(subscriptions)
      .set({ ...facts, stripeCustomerId: customer, stored: number, readAt: new Date() })
      .where(ownedBy(tenant, subscriptions, lt(subscriptions.stored, number)));
  });
}
