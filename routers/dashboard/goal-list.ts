import { asc, eq, ne, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { goals } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { todayIn } from '../days.ts';
import { goalsSummary, isGoalOverdue, progressPercent } from './figures/goals.ts';

// A bound on the list, above any realistic number of goals.
const GOALS = 1000;

export type GoalStatus = (typeof goals.status.enumValues)[number];

/**
 * The client's goals and a summary: overdue goals first, then by priority and deadline. Cancelled goals are included
 * only if `statusFilter` asks for them.
 */
export async function readGoals(db: TenantDb, tenant: Tenant, statusFilter?: GoalStatus) {
  const today = todayIn(tenant.timezone);
  const { status, priority, deadline, id } = goals;
  const found = await db
    .select()
    .from(goals)
    .where(ownedBy(tenant, goals, statusFilter ? eq(status, statusFilter) : ne(status, 'cancelled')))
    .orderBy(asc(priority), sql`${deadline} asc nulls last`, asc(id))
    .limit(GOALS);

  const rows = found.map((goal) => ({
    goal_id: goal.id,
    title: goal.title,
    goal_type: goal.goalType,
    category: goal.category,
    target_value: goal.targetValue,
    current_value: goal.currentValue,
    baseline_value: goal.baselineValue,
    unit: goal.unit,
    status: goal.status,
    priority: goal.priority,
    progress_percent: progressPercent(goal),
    is_overdue: isGoalOverdue(goal, today),
    deadline: goal.deadline,
  }));
  const data = [...rows.filter((goal) => goal.is_overdue), ...rows.filter((goal) => !goal.is_overdue)];
  return { data, summary: goalsSummary(found, today) };
}
