import { randomUUIDv7 } from 'node:crypto';
import type { TenantDb } from '../../db/handles.ts';
import { alertFirings, alerts, annotations } from '../../db/schema/index.ts';
import { daysAgo, momentAgo } from './calendar.ts';
import type { Demo } from './organization.ts';

/** What happened on some days, for the charts. */
const NOTES = [
  [64, 'Online booking moved to the top of every page'],
  [33, 'Practice closed for a week'],
  [12, 'New page on dental implants'],
] as const;

/** Alerts of the administrator, one of which has fired, and notes on charts. */
export async function seedAlerts(db: TenantDb, { clientId, adminId, now }: Demo) {
  const id = randomUUIDv7();
  const mine = { clientId, createdBy: adminId, createdAt: momentAgo(now, 80), updatedAt: momentAgo(now, 80) };
  const night = { quietFrom: 20, quietTo: 7 };
  await db.insert(alerts).values([
    { ...mine, id, metric: 'sessions', when: 'below', value: 700, channels: ['mail', 'webhook'], ...night },
    { ...mine, metric: 'visibility_score', when: 'drops_by', value: 5, channels: ['mail'] },
    { ...mine, metric: 'mention_rate', when: 'moved', value: null, channels: ['mail'] },
    { ...mine, metric: 'listing_errors', when: 'above', value: 5, channels: ['mail'], muted: true },
  ]);
  const fired = { clientId, alertId: id, at: momentAgo(now, 31), value: 612, toldAt: momentAgo(now, 31) };
  await db.insert(alertFirings).values({ ...fired, endedAt: momentAgo(now, 26), endValue: 871 });
  await db
    .insert(annotations)
    .values(NOTES.map(([days, text]) => ({ clientId, date: daysAgo(now, days), text, createdBy: adminId })));
}
