import { eq, ne, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { goals, priority as priorityEnum } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { KEY, oneOf } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { cut } from '../../server/lists/page.ts';
import { todayIn } from '../days.ts';
import { goalIsOverdue, isGoalOverdue, progressPercent } from './figures/goals.ts';

export type GoalStatus = (typeof goals.status.enumValues)[number];

const { status, priority, deadline, id } = goals;

interface GoalPage {
  status?: GoalStatus | undefined;
  limit: number;
  after?: string | undefined;
}

/** A goal as responses show it, with its progress. `today` is in the client's time zone. */
export const toGoal = (goal: typeof goals.$inferSelect, today: string) => ({
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
});

/** The condition for listed goals: of the given status, or all but cancelled ones. */
export const isListed = (wanted: GoalStatus | undefined) => (wanted ? eq(status, wanted) : ne(status, 'cancelled'));

/**
 * A page of the client's goals: overdue goals first, then by priority and deadline. Cancelled goals are included only if
 * `status` asks for them.
 *
 * @throws INVALID_CURSOR
 */
export async function readGoals(db: TenantDb, tenant: Tenant, { status, limit, after }: GoalPage) {
  const today = todayIn(tenant.timezone);
  const order = keyset(
    'goals',
    'asc',
    [sql`(not ${goalIsOverdue(today)})`, KEY.flag],
    [priority, oneOf(priorityEnum)],
    [sql`coalesce(${deadline}, 'infinity')`, KEY.day],
    [id, KEY.id],
  );
  const found = await db
    .select()
    .from(goals)
    .where(ownedBy(tenant, goals, isListed(status), order.after(after)))
    .orderBy(...order.orderBy)
    .limit(limit + 1);
  const rows = found.map((goal) => toGoal(goal, today));
  return cut(rows, limit, ({ is_overdue, priority, deadline, goal_id }) =>
    order.cursorOf([!is_overdue, priority, deadline ?? 'infinity', goal_id]),
  );
}
