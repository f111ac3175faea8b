import { setTimeout as wait } from 'node:timers/promises';
import { eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { TenantDb } from '../../../db/handles.ts';
import { stripeEvents } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { TIMEOUTS } from '../../../server/timeouts.ts';
import { billingUnavailable } from './client.ts';

export interface EventName {
  id: string;
  type: string;
}

const key = [stripeEvents.clientId, stripeEvents.eventId];
const { claimedUntil } = stripeEvents;

// A process that died leaves its claim: twice the time of a delivery later, the event is free again.
const end = sql`now() + ${sql.raw(`interval '${2 * TIMEOUTS.stripe} ms'`)}`;

/** Claims an event, unless it is handled or another delivery has claimed it. */
async function claim(db: TenantDb, tenant: Tenant, { id, type }: EventName): Promise<'claimed' | 'handled' | 'taken'> {
  const claimed = await db
    .insert(stripeEvents)
    .values({ clientId: tenant.clientId, eventId: id, type, claimedUntil: end })
    .onConflictDoUpdate({ target: key, set: { claimedUntil: end }, setWhere: sql`${claimedUntil} < now()` })
    .returning({ eventId: stripeEvents.eventId });
  if (claimed.length > 0) return 'claimed';

  const [row] = await db
    .select({ claimedUntil })
    .from(stripeEvents)
    .where(ownedBy(tenant, stripeEvents, eq(stripeEvents.eventId, id)));
  return row && row.claimedUntil === null ? 'handled' : 'taken';
}

/** Marks an event as handled; false when it was marked before. */
export async function markHandled(tx: TenantDb, { clientId }: Tenant, { id: eventId, type }: EventName) {
  const marked = await tx
    .insert(stripeEvents)
    .values({ clientId, eventId, type })
    .onConflictDoUpdate({
      target: key,
      set: { claimedUntil: null, handledAt: sql`now()` },
      setWhere: isNotNull(claimedUntil),
    })
    .returning({ eventId: stripeEvents.eventId });
  return marked.length > 0;
}

/**
 * Runs the work of an event in one of its deliveries, across all processes; the work marks it as handled. The other
 * deliveries wait for it, and take over when it fails.
 *
 * @throws SERVICE_UNAVAILABLE when the other delivery takes too long
 */
export async function once(database: Database, tenant: Tenant, event: EventName, work: () => Promise<unknown>) {
  const db = database.as(tenant);
  const deadline = performance.now() + TIMEOUTS.stripe;
  for (;;) {
    const state = await claim(db, tenant, event);
    if (state === 'handled') return;
    if (state === 'claimed') break;
    if (performance.now() > deadline)
      throw billingUnavailable(new Error('Another delivery of the event has not ended in time.'));
    await wait(100);
  }
  try {
    await work();
  } catch (error) {
    const open = ownedBy(tenant, stripeEvents, eq(stripeEvents.eventId, event.id), isNotNull(claimedUntil));
    await db
      .delete(stripeEvents)
      .where(open)
      .catch(() => {});
    throw error;
  }
}
