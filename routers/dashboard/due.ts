import { asc, inArray, lte, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { actionItems, goals } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { isActionItemOverdue } from './figures/action-items.ts';
import { UNFINISHED } from './figures/goals.ts';
import { toGoal } from './goal-list.ts';

const OPEN = ['open', 'in_progress'] as const;

/** The unfinished goals, those that are due first in front. `today` is in the client's time zone. */
export async function readOpenGoals(db: TenantDb, tenant: Tenant, today: string, atMost: number) {
  const rows = await db
    .select()
    .from(goals)
    .where(ownedBy(tenant, goals, inArray(goals.status, [...UNFINISHED])))
    .orderBy(sql`${goals.deadline} asc nulls last`, asc(goals.id))
    .limit(atMost);
  return rows.map((goal) => toGoal(goal, today));
}

const isTaskDue = (tenant: Tenant, until: string) =>
  ownedBy(tenant, actionItems, inArray(actionItems.status, [...OPEN]), lte(actionItems.dueDate, until));

/** The open action items that are due up to a day, the oldest due date first. */
export async function readTasksDue(db: TenantDb, tenant: Tenant, today: string, until: string, atMost: number) {
  const { title, status, dueDate, id } = actionItems;
  const rows = await db
    .select({ title, status, dueDate })
    .from(actionItems)
    .where(isTaskDue(tenant, until))
    .orderBy(asc(dueDate), asc(title), asc(id))
    .limit(atMost);
  return rows.map((row) => ({ title: row.title, dueDate: row.dueDate, isOverdue: isActionItemOverdue(row, today) }));
}

/** The number of open action items that are due up to a day. */
export const countTasksDue = (db: TenantDb, tenant: Tenant, until: string) =>
  db.$count(actionItems, isTaskDue(tenant, until));
