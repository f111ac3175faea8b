// What other domains may use of this one.
export { daysWithin, itsPage, readPerformance } from './engagement.ts';
