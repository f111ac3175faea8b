import { sql } from 'drizzle-orm';
import { goals } from '../../../db/schema/index.ts';
import { percent } from '../../values/rounding.ts';

type Goal = typeof goals.$inferSelect;

/**
 * Progress in percent: (current − baseline) / (target − baseline) · 100, limited to 0–100, for rising and falling
 * targets. If the target equals the baseline, 100 while the current value holds it.
 */
export function progressPercent({
  baselineValue: baseline,
  currentValue: current,
  targetValue: target,
}: Pick<Goal, 'baselineValue' | 'currentValue' | 'targetValue'>): number {
  if (target === baseline) return current >= target ? 100 : 0;
  return Math.min(100, Math.max(0, percent(current - baseline, target - baseline)));
}

/** The statuses of goals that are still to be reached, in an order that an index serves. */
export const UNFINISHED = ['not_started', 'in_progress', 'paused'] as const;

/** Whether the deadline of an unfinished goal has passed. `today` is in the client's time zone. */
export const isGoalOverdue = ({ status, deadline }: Pick<Goal, 'status' | 'deadline'>, today: string) =>
  deadline !== null && deadline < today && status !== 'completed' && status !== 'cancelled';

/** The same in SQL, for sorting: on the day of the placeholder `today`. */
export const goalIsOverdue = sql`(${goals.status} not in ('completed', 'cancelled')
  and ${goals.deadline} is not null and ${goals.deadline} < ${sql.placeholder('today')}::date)`;

/** A goal, or a group of `count` equal ones. */
type Counted = Pick<Goal, 'status' | 'deadline'> & { count?: number };

/** The number of goals by status. */
export function goalsSummary(all: Counted[], today: string) {
  const count = (matches: (goal: Counted) => boolean) =>
    all.filter(matches).reduce((sum, { count = 1 }) => sum + count, 0);
  return {
    total: count(() => true),
    completed: count(({ status }) => status === 'completed'),
    inProgress: count(({ status }) => status === 'in_progress'),
    overdue: count((goal) => isGoalOverdue(goal, today)),
  };
}
