import { and, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { goals, priority as priorityEnum } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { KEY, oneOf } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { DATA_BYTES, pageOfRows } from '../../server/lists/page.ts';
import { todayIn } from '../values/days.ts';
import { NOBODY } from '../values/shapes.ts';
import { goalIsOverdue, isGoalOverdue, progressPercent } from './figures/goals.ts';

export type GoalStatus = (typeof goals.status.enumValues)[number];

const { status, priority, deadline, id, title } = goals;

interface GoalPage {
  status?: GoalStatus | undefined;
  search?: string | undefined;
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

/** Builds a query of the listed goals: those of the placeholder `status`, or all but cancelled ones. */
export function ofListed<Query>(build: (listed: SQL | undefined) => Query) {
  const ofClient = eq(goals.clientId, sql.placeholder('clientId'));
  const queries = {
    all: build(and(ofClient, ne(status, 'cancelled'))),
    ofStatus: build(and(ofClient, eq(status, sql.placeholder('status')))),
  };
  return (wanted: GoalStatus | undefined) => (wanted ? queries.ofStatus : queries.all);
}

const order = keyset(
  'goals',
  'asc',
  [sql`(not ${goalIsOverdue})`, KEY.flag],
  [priority, oneOf(priorityEnum)],
  [sql`coalesce(${deadline}, 'infinity')`, KEY.day],
  [id, KEY.id],
);
// Before every goal.
const FIRST = [false, priorityEnum.enumValues[0], '-infinity', NOBODY];

const sought = sql.placeholder('search');
const named = sql`(${sought}::text is null or position(lower(${sought}::text) in lower(${title})) > 0)`;

const goalPage = ofListed((listed) =>
  tenantQuery((db) =>
    db
      .select(getTableColumns(goals))
      .from(goals)
      .where(and(listed, order.afterKey, named))
      .orderBy(...order.orderBy)
      .limit(sql.placeholder('limit')),
  ),
);

/**
 * A page of the client's goals: overdue goals first, then by priority and deadline. Cancelled goals are included only
 * if `status` asks for them.
 *
 * @throws INVALID_CURSOR
 */
export async function readGoals(db: TenantDb, { clientId, timezone }: Tenant, page: GoalPage) {
  const { status, search, limit, after } = page;
  const today = todayIn(timezone);
  const range = { clientId, today, search: search || null, ...order.from(after, FIRST), limit: limit + 1 };
  const found = await goalPage(status)(db).execute(status ? { ...range, status } : range);
  const rows = found.map((goal) => toGoal(goal, today));
  return pageOfRows(
    rows,
    limit,
    ({ is_overdue, priority, deadline, goal_id }) =>
      order.cursorOf([!is_overdue, priority, deadline ?? 'infinity', goal_id]),
    DATA_BYTES,
  );
}
