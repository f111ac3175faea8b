// The interface for other domains.
export { MEASURED } from './about.ts';
export { readDoneTasks } from './done.ts';
export { countTasksDue, readOpenGoals, readTasksDue } from './due.ts';
export { actionItemsSummary } from './figures/action-items.ts';
export { isGoalOverdue, progressPercent } from './figures/goals.ts';
export { readGoals } from './goal-list.ts';
export { readMeanRating } from './mean-rating.ts';
export { clientsWithUnnotifiedGoals, emitOverdueGoals, readNotifiedGoals } from './overdue.ts';
export { GoalsSummary } from './shapes.ts';
export { socialEngagement } from './social-engagement.ts';
export { readActionItemsSummary, readGoalsSummary, readTasksDoneThisMonth } from './summaries.ts';
