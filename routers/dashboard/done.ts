import { count, desc, eq, gte, lt } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { actionItems } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { type DayRange, dayStart } from '../values/days.ts';

/** The action items that were completed in a period, the latest first, and how many there are. */
export async function readDoneTasks(db: TenantDb, tenant: Tenant, { from, to }: DayRange, atMost: number) {
  const { title, completedAt, status, id } = actionItems;
  const isDone = ownedBy(
    tenant,
    actionItems,
    eq(status, 'done'),
    gte(completedAt, dayStart(from, tenant.timezone)),
    lt(completedAt, dayStart(to, tenant.timezone, 1)),
  );
  const [rows, [counted]] = await Promise.all([
    db.select({ title, completedAt }).from(actionItems).where(isDone).orderBy(desc(completedAt), id).limit(atMost),
    db.select({ tasks: count() }).from(actionItems).where(isDone),
  ]);
  return { tasks: rows, total: counted?.tasks ?? 0 };
}
