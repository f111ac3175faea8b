import { availableParallelism } from 'node:os';
import { seconds } from '../../../server/durations.ts';

/** Limits of PDF creation. */
export const REPORTS = {
  /** Reports printed at the same time: on one or two processors Chromium would leave nothing of them. */
  concurrency: availableParallelism() > 2 ? 2 : 1,
  /** Reports of one client that may wait for printing, one at a time. */
  queueSize: 8,
  /** Stored reports of one client: only the newest. */
  kept: 5,
  /** For one report, waiting included; milliseconds. */
  timeout: seconds(20),
  /** For the report of a period, which nobody waits for; milliseconds. */
  periodTimeout: seconds(60),
  /** Suggested to refused callers; seconds. */
  retryAfter: 10,
};
