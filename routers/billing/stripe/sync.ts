import { and, eq, lt, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Database, Db } from '../../../db/connection.ts';
import { stripeEvents, subscriptions } from '../../../db/schema/index.ts';
import { read } from './reading.ts';
import { snapshot } from './snapshot.ts';

interface Subject {
  clientId: string;
  customer: string;
}

const ofClient = (database: Database, clientId: string) => database.as({ role: 'portal_tenant', clientId });

/** Whether an event had its effect already. */
export async function isHandled(database: Database, clientId: string, eventId: string) {
  const [row] = await ofClient(database, clientId)
    .select({ eventId: stripeEvents.eventId })
    .from(stripeEvents)
    .where(and(eq(stripeEvents.clientId, clientId), eq(stripeEvents.eventId, eventId)));
  return Boolean(row);
}

/** Notes an event; false when somebody else did so before. */
async function isFirst(tx: Pick<Db, 'insert'>, clientId: string, { id: eventId, type }: { id: string; type: string }) {
  const noted = await tx
    .insert(stripeEvents)
    .values({ clientId, eventId, type })
    .onConflictDoNothing()
    .returning({ eventId: stripeEvents.eventId });
  return noted.length > 0;
}

/** Numbers a reading before it begins. */
async function begin(database: Database, clientId: string) {
  const [row] = await ofClient(database, clientId)
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
  { clientId, customer }: Subject,
  event?: { id: string; type: string },
) {
  const number = await begin(database, clientId);
  const facts = snapshot(await read(stripe, customer));

  await ofClient(database, clientId).transaction(async (tx) => {
    if (event && !(await isFirst(tx, clientId, event))) return;
    await tx
      .update(subscriptions)
      .set({ ...facts, stripeCustomerId: customer, stored: number, readAt: new Date() })
      .where(and(eq(subscriptions.clientId, clientId), lt(subscriptions.stored, number)));
  });
}
