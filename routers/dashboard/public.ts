// The interface for other domains.
export { countTasksDue, readOpenGoals, readTasksDue } from './due.ts';
export { actionItemsSummary } from './figures/action-items.ts';
export { isGoalOverdue, progressPercent } from './figures/goals.ts';
export { readGoals } from './goal-list.ts';
export { emitOverdueGoals, readGoalsTold, withUntoldGoals } from './overdue.ts';
export { GoalsSummary } from './shapes.ts';
export { readActionItemsSummary, readGoalsSummary } from './summaries.ts';
