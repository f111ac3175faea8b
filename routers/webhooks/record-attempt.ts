import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { MaintenanceDb } from '../../db/handles.ts';
import { webhookDeliveries, webhooks } from '../../db/schema/index.ts';
import { hours } from '../../server/durations.ts';
import type { DueDelivery } from './find-due.ts';
import type { AttemptOutcome } from './post-event.ts';
import { FAILING, pauseAfter } from './schedule.ts';
import { recordTurnedOff } from './trail.ts';

type Webhook = typeof webhooks.$inferSelect;

const pending = eq(webhookDeliveries.status, 'pending');
const byId = ({ clientId, id }: DueDelivery) =>
  and(eq(webhookDeliveries.clientId, clientId), eq(webhookDeliveries.id, id));
const ofWebhook = ({ clientId, webhookId }: DueDelivery) =>
  and(eq(webhooks.clientId, clientId), eq(webhooks.id, webhookId));
const deliveriesOf = ({ clientId, webhookId }: DueDelivery) =>
  and(eq(webhookDeliveries.clientId, clientId), eq(webhookDeliveries.webhookId, webhookId), pending);

/** Turns a webhook off that has failed for three days. Its waiting deliveries are parked, its administrators told. */
async function turnOffIfFailing(tx: MaintenanceDb, delivery: DueDelivery) {
  const [off] = await tx
    .update(webhooks)
    .set({ enabled: false, turnedOffAt: sql`now()`, tellAt: sql`now()` })
    .where(
      and(
        ofWebhook(delivery),
        eq(webhooks.enabled, true),
        sql`${webhooks.failingSince} <= now() - ${FAILING} * interval '1 ms'`,
      ),
    )
    .returning({ clientId: webhooks.clientId, id: webhooks.id, url: webhooks.url });
  if (!off) return;
  await recordTurnedOff(tx, off);
  await tx.update(webhookDeliveries).set({ status: 'parked' }).where(deliveriesOf(delivery));
}

const storeOutcome = (db: MaintenanceDb, delivery: DueDelivery, outcome: Partial<DueDelivery>) =>
  db
    .update(webhookDeliveries)
    .set({ ...outcome, attempts: delivery.attempts + 1, leasedUntil: null })
    .where(and(byId(delivery), pending));

async function recordSuccess(
  db: MaintenanceDb,
  delivery: DueDelivery,
  webhook: Webhook,
  outcome: Partial<DueDelivery>,
) {
  await storeOutcome(db, delivery, { ...outcome, status: 'delivered', deliveredAt: new Date() });
  if (webhook.failingSince) await db.update(webhooks).set({ failingSince: null }).where(ofWebhook(delivery));
}

/** A chat that asks for a pause gets it, within an hour, for all that waits for it. */
const asked = ({ format }: Webhook, { retryAfter }: AttemptOutcome) =>
  format === 'standard' || retryAfter === undefined ? undefined : Math.min(retryAfter, hours(1));

const recordFailure = (
  db: MaintenanceDb,
  delivery: DueDelivery,
  outcome: Partial<DueDelivery>,
  askedPause: number | undefined,
) =>
  db.transaction(async (tx) => {
    const usual = pauseAfter(delivery.attempts + 1);
    const pause = usual === undefined ? undefined : (askedPause ?? usual);
    const nextAttemptAt = new Date(Date.now() + (pause ?? 0));
    await storeOutcome(tx, delivery, {
      ...outcome,
      ...(pause === undefined ? { status: 'parked' } : { nextAttemptAt }),
    });
    await tx
      .update(webhooks)
      .set({
        failingSince: sql`coalesce(${webhooks.failingSince}, ${outcome.lastAttemptAt?.toISOString()}::timestamptz)`,
      })
      .where(ofWebhook(delivery));
    const { subject, position } = webhookDeliveries;
    // Those about the same subject wait with it.
    if (pause !== undefined)
      await tx
        .update(webhookDeliveries)
        .set({ nextAttemptAt })
        .where(and(deliveriesOf(delivery), eq(subject, delivery.subject), gt(position, delivery.position)));
    if (pause !== undefined && askedPause !== undefined)
      await tx
        .update(webhookDeliveries)
        .set({ nextAttemptAt })
        .where(and(deliveriesOf(delivery), lt(webhookDeliveries.nextAttemptAt, nextAttemptAt)));
    await turnOffIfFailing(tx, delivery);
  });

/** Stores what came of an attempt, and when the next one follows. */
export async function recordAttempt(
  db: MaintenanceDb,
  delivery: DueDelivery,
  webhook: Webhook,
  lastAttemptAt: Date,
  attempt: AttemptOutcome,
) {
  const { retryAfter: _, ...stored } = attempt;
  const outcome = { ...stored, lastAttemptAt };
  await (attempt.error
    ? recordFailure(db, delivery, outcome, asked(webhook, attempt))
    : recordSuccess(db, delivery, webhook, outcome));
}
