import { eq, lt, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database } from '../../../db/database.ts';
import type { TenantDb } from '../../../db/handles.ts';
import { stripeEvents, subscriptions } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { read } from './reading.ts';
import { snapshot } from './snapshot.ts';

interface Subject {
  tenant: Tenant;
  customer: string;
}

/** Whether an event had its effect already. */
export async function isHandled(database: Database, tenant: Tenant, eventId: string) {
  const [row] = await database
    .as(tenant)
    .select({ eventId: stripeEvents.eventId })
    .from(stripeEvents)
    .where(ownedBy(tenant, stripeEvents, eq(stripeEvents.eventId, eventId)));
  return Boolean(row);
}

/** Notes an event; false when somebody else did so before. */
async function isFirst(tx: TenantDb, { clientId }: Tenant, { id: eventId, type }: { id: string; type: string }) {
  const noted = await tx
    .insert(stripeEvents)
    .values({ clientId, eventId, type })
    .onConflictDoNothing()
    .returning({ eventId: stripeEvents.eventId });
  return noted.length > 0;
}

/** Numbers a reading before it begins. */
async function begin(database: Database, tenant: Tenant) {
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
 * Asks Stripe how a customer's subscription stands and stores that, unless a reading that began later was stored
 * before. An event that caused it is noted in the same transaction: what is noted was done, what was not is sent again.
 */
export async function sync(
  database: Database,
  stripe: Stripe,
  { tenant, customer }: Subject,
  event?: { id: string; type: string },
) {
  const number = await begin(database, tenant);
  const facts = snapshot(await read(stripe, customer));

  await database.as(tenant).transaction(async (tx) => {
    if (event && !(await isFirst(tx, tenant, event))) return;
    await tx
      .update(subscriptions)
      .set({ ...facts, stripeCustomerId: customer, stored: number, readAt: new Date() })
      .where(ownedBy(tenant, subscriptions, lt(subscriptions.stored, number)));
  });
}
