import type { goals } from '../../../db/schema/index.ts';
import { percent } from '../../rounding.ts';

type Goal = typeof goals.$inferSelect;

/**
 * How far a goal is on its way, in percent: (current − baseline) / (target − baseline) · 100, within 0–100, whether the
 * target lies above the baseline or below. A goal that starts at its target is one to hold: 100 from the target up.
 */
export function progressPercent({
  baselineValue: baseline,
  currentValue: current,
  targetValue: target,
}: Pick<Goal, 'baselineValue' | 'currentValue' | 'targetValue'>): number {
  if (target === baseline) return current >= target ? 100 : 0;
  return Math.min(100, Math.max(0, percent(current - baseline, target - baseline)));
}

/** Whether a goal's last day is over, and the goal neither reached nor given up. `today` is the client's own day. */
export const isGoalOverdue = ({ status, deadline }: Pick<Goal, 'status' | 'deadline'>, today: string) =>
  deadline !== null && deadline < today && status !== 'completed' && status !== 'cancelled';

/** Goals, or how many there are of a kind. */
type Counted = Pick<Goal, 'status' | 'deadline'> & { count?: number };

/** How these goals stand together. */
export function goalsSummary(all: Counted[], today: string) {
  const count = (of: (goal: Counted) => boolean) => all.filter(of).reduce((sum, { count = 1 }) => sum + count, 0);
  return {
    total: count(() => true),
    completed: count(({ status }) => status === 'completed'),
    inProgress: count(({ status }) => status === 'in_progress'),
    overdue: count((goal) => isGoalOverdue(goal, today)),
  };
}
