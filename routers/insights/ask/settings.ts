import { seconds } from '../../../server/durations.ts';

/** The call to the insights service. Times in milliseconds. */
export const INSIGHTS = {
  /** What one attempt has, unless INSIGHTS_TIMEOUT_MS says otherwise. */
  attempt: { nlq: seconds(8), explain: seconds(8), scoring: seconds(1), playbook: seconds(1) },
  /** How often a query is sent again, by what went wrong; the highest of them is also the most in all. */
  repeats: { unreachable: 3, unavailable: 2, overloaded: 3, unusable: 0 },
  /** The pause before the first repeat, doubled for each further one, and what `Retry-After` may make of it. */
  pause: { unreachable: 200, unavailable: 200, overloaded: 500, unusable: 0 },
  pauseAtMost: seconds(5),
  answerBytes: 1024 * 1024,
  /** Characters of what the service says that are written to the log. */
  loggedText: 500,
  /** Calls under way at once in a process, those that may wait for their turn, and how long. */
  callsAtOnce: 100,
  callsWaiting: 500,
  turn: seconds(5),
  /** After so many failures in a row nothing is sent, until a single call is let through to see. */
  breaker: { failures: 40, pause: seconds(5) },
} as const;
