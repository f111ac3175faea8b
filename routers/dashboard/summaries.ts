import { and, count, eq, gte, min, notInArray, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { actionItems, goals } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { calendarPeriod, dayStart } from '../values/days.ts';
import { actionItemsSummary } from './figures/action-items.ts';
import { goalsSummary } from './figures/goals.ts';
import { type GoalStatus, ofListed } from './goal-list.ts';

// Grouped by status, past days and later ones: the first of the days tells which.

const { status, deadline } = goals;

const goalCounts = ofListed((listed) =>
  tenantQuery((db) =>
    db
      .select({ status, deadline: min(deadline), count: count() })
      .from(goals)
      .where(listed)
      .groupBy(status, sql`${deadline} < ${sql.placeholder('today')}::date`),
  ),
);

/** A summary of the client's goals on `today`, in its time zone: of one status, or of all but cancelled ones. */
export async function readGoalsSummary(db: TenantDb, { clientId }: Tenant, today: string, wanted?: GoalStatus) {
  const of = { clientId, today };
  return goalsSummary(await goalCounts(wanted)(db).execute(wanted ? { ...of, status: wanted } : of), today);
}

/** A summary of the client's action items on `today`, in its time zone. */
export async function readActionItemsSummary(db: TenantDb, tenant: Tenant, today: string) {
  const { status, dueDate } = actionItems;
  const groups = await db
    .select({ status, dueDate: min(dueDate), count: count() })
    .from(actionItems)
    .where(ownedBy(tenant, actionItems, notInArray(status, ['done', 'dismissed'])))
    .groupBy(status, sql`${dueDate} < ${today}`);
  return actionItemsSummary(groups, today);
}

/** The number of action items that were done in the calendar month around `today`. */
export async function readTasksDoneThisMonth(db: TenantDb, tenant: Tenant, today: string) {
  const { status, completedAt } = actionItems;
  const since = dayStart(calendarPeriod(today, 1).from, tenant.timezone);
  const [done] = await db
    .select({ tasks: count() })
    .from(actionItems)
    .where(ownedBy(tenant, actionItems, and(eq(status, 'done'), gte(completedAt, since))));
  return done?.tasks ?? 0;
}
