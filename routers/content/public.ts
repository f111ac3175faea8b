// The exports for other domains.
export { readPerformance } from './engagement.ts';
export { type PageSums, readPageSums } from './page-sums.ts';
