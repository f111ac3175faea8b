import { seconds } from '../../../server/durations.ts';

/** Limits of PDF creation. */
export const REPORTS = {
  /** Reports printed at the same time. */
  concurrency: 2,
  /** Reports that may wait for printing. */
  queueSize: 8,
  /** For one report, waiting included; milliseconds. */
  timeout: seconds(20),
  /** Suggested to refused callers; seconds. */
  retryAfter: 10,
};
