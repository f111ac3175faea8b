import { asc, isNull } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { alertFirings, alerts } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { isMet } from './condition.ts';
import { readFigures } from './figures.ts';
import { fire, resolveFiring } from './firing.ts';

/** Looks at the alerts of a client after its figures have changed, in the transaction that changed them. */
export async function lookAtAlerts(tx: TenantDb, tenant: Tenant, now = new Date()) {
  // In one order, so that two transactions do not wait for each other.
  const all = await tx.select().from(alerts).where(ownedBy(tenant, alerts)).orderBy(asc(alerts.id));
  if (all.length === 0) return;
  const [figures, open] = await Promise.all([
    readFigures(tx, tenant, new Set(all.map(({ metric }) => metric))),
    tx
      .select({ alertId: alertFirings.alertId })
      .from(alertFirings)
      .where(ownedBy(tenant, alertFirings, isNull(alertFirings.endedAt))),
  ]);
  const firing = new Set(open.map(({ alertId }) => alertId));
  for (const alert of all) {
    const reading = figures[alert.metric];
    const met = isMet(alert, reading);
    if (reading.now === null || met === undefined || met === firing.has(alert.id)) continue;
    await (met ? fire : resolveFiring)(tx, tenant, alert, reading.now, now);
  }
}
