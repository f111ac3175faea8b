import { seconds } from '../../../server/durations.ts';

/** PDF reports: how many are made at once, how many may wait, and how long any of them may take in all. */
export const REPORTS = {
  atOnce: 2,
  waiting: 8,
  /** Milliseconds. */
  patience: seconds(20),
  /** Seconds. */
  retryAfter: 10,
};
