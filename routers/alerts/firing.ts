import { and, count, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { alertFirings } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { hours } from '../../server/durations.ts';
import { emit } from '../webhooks/public.ts';
import { whenToTell } from './quiet-hours.ts';
import type { AlertRow } from './shapes.ts';

/** How long firings are kept. */
export const KEPT_FIRINGS = { days: 400 };

/** An alert that fires more often within an hour flaps: mails about it wait an hour, and become one. */
const FLAPPING = { firings: 3, pause: hours(1) };

const ofAlert = ({ clientId, id }: Pick<AlertRow, 'clientId' | 'id'>) =>
  and(eq(alertFirings.clientId, clientId), eq(alertFirings.alertId, id));

const eventOf = (type: 'alert.fired' | 'alert.resolved', alert: AlertRow, value: number) => ({
  type,
  subject: alert.id,
  data: { alertId: alert.id, metric: alert.metric, when: alert.when, value, threshold: alert.value },
});

/** When its maker is to be told by mail; null where nobody is. */
async function mailTime(tx: TenantDb, { timezone }: Tenant, alert: AlertRow, now: Date) {
  if (alert.muted || !alert.channels.includes('mail')) return null;
  const [recent] = await tx
    .select({ firings: count() })
    .from(alertFirings)
    .where(and(ofAlert(alert), gt(alertFirings.at, sql`now() - interval '1 hour'`)));
  const isFlapping = (recent?.firings ?? 0) > FLAPPING.firings;
  return whenToTell(alert, timezone, isFlapping ? new Date(now.getTime() + FLAPPING.pause) : now);
}

const tellsWebhooks = ({ muted, channels }: AlertRow) => !muted && channels.includes('webhook');

/** Notes that the condition of an alert is met, unless another process has. */
export async function fire(tx: TenantDb, tenant: Tenant, alert: AlertRow, value: number, now: Date) {
  const [fired] = await tx
    .insert(alertFirings)
    .values({ clientId: alert.clientId, alertId: alert.id, at: now, value })
    .onConflictDoNothing()
    .returning({ id: alertFirings.id });
  if (!fired) return;
  const tellAt = await mailTime(tx, tenant, alert, now);
  if (tellAt)
    await tx
      .update(alertFirings)
      .set({ tellAt })
      .where(ownedBy(tenant, alertFirings, eq(alertFirings.id, fired.id)));
  await tx
    .delete(alertFirings)
    .where(and(ofAlert(alert), lt(alertFirings.at, sql`now() - ${KEPT_FIRINGS.days} * interval '1 day'`)));
  if (tellsWebhooks(alert)) await emit(tx, tenant, eventOf('alert.fired', alert, value));
}

/** Notes that the condition is no longer met. A mail about its begin that still waits tells of its end, too. */
export async function resolveFiring(tx: TenantDb, tenant: Tenant, alert: AlertRow, value: number, now: Date) {
  const [ended] = await tx
    .update(alertFirings)
    .set({ endedAt: now, endValue: value })
    .where(and(ofAlert(alert), isNull(alertFirings.endedAt)))
    .returning({ id: alertFirings.id, tellAt: alertFirings.tellAt, toldAt: alertFirings.toldAt });
  if (!ended) return;
  const tellAt = ended.tellAt === null && ended.toldAt !== null ? await mailTime(tx, tenant, alert, now) : null;
  if (tellAt)
    await tx
      .update(alertFirings)
      .set({ tellAt })
      .where(ownedBy(tenant, alertFirings, eq(alertFirings.id, ended.id)));
  if (tellsWebhooks(alert)) await emit(tx, tenant, eventOf('alert.resolved', alert, value));
}

/** Ends what an alert fired for without a message: it is about something else now. */
export const endFirings = (tx: TenantDb, alert: AlertRow) =>
  tx
    .update(alertFirings)
    .set({ endedAt: new Date(), tellAt: null })
    .where(and(ofAlert(alert), isNull(alertFirings.endedAt)));
