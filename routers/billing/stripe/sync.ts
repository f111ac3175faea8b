import { eq, lt, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '../../../db/database.ts';
import { clientFacts, subscriptions } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { notify } from '../../notifications/public.ts';
import { type CausingEvent, emitBillingEvents } from './billing-events.ts';
import { markHandled } from './claim.ts';
import { fetchSubscriptions } from './fetch-subscriptions.ts';
import { minorPerMonth, toCents } from './money.ts';
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

/** Status and monthly amount in the operator's list. A total over several currencies would mean nothing. */
function listed({ status, items }: ReturnType<typeof snapshot>) {
  const [currency, ...others] = new Set(items.map((item) => item.currency));
  if (!currency || others.length > 0) return { subscriptionStatus: status, totalMrr: 0, currency: null };
  return { subscriptionStatus: status, totalMrr: toCents(minorPerMonth(items), currency), currency };
}

/**
 * Stores a customer's subscription as it is in Stripe, unless a later sync was stored before. The event that caused it
 * is marked in the same transaction, so that Stripe resends an event whose sync failed.
 */
export async function sync(database: Database, stripe: Stripe, { tenant, customer }: Subject, event?: CausingEvent) {
  const number = await nextNumber(database, tenant);
  const facts = snapshot(await fetchSubscriptions(stripe, customer));

  await database.as(tenant).transaction(async (tx) => {
    if (event && !(await markHandled(tx, tenant, event))) return;
    if (event?.type === 'invoice.payment_failed')
      await notify(tx, tenant, { kind: 'paymentFailed', subject: event.id });
    const older = ownedBy(tenant, subscriptions, lt(subscriptions.stored, number));
    const [before] = await tx.select().from(subscriptions).where(older).for('no key update');
    await tx
      .update(subscriptions)
      .set({ ...facts, stripeCustomerId: customer, stored: number, readAt: new Date() })
      .where(older);
    if (before) await tx.update(clientFacts).set(listed(facts)).where(eq(clientFacts.orgId, tenant.clientId));
    await emitBillingEvents(tx, tenant, before, facts, event);
  });
}
