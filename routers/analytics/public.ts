// The interface for other domains.
export { summarizeReviews } from './review-sums.ts';
