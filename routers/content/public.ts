// The exports for other domains.
export { daysWithin, itsPage, readPerformance } from './engagement.ts';
