import { MIB } from '../../../flow/byte-units.ts';
import { seconds } from '../../../server/durations.ts';

/** Settings of the calls to the insights service. Times in milliseconds. */
export const INSIGHTS_CALL = {
  /** Timeout of one attempt, unless INSIGHTS_TIMEOUT_MS is set. */
  timeout: { nlq: seconds(8), explain: seconds(8), scoring: seconds(1), playbook: seconds(1) },
  /** Retries by kind of failure; the highest is also the maximum per query. */
  retries: { unreachable: 3, unavailable: 2, overloaded: 3, unusable: 0 },
  /** Pause before the first retry, doubled for each further one; `maxPause` bounds `Retry-After`. */
  pause: { unreachable: 200, unavailable: 200, overloaded: 500, unusable: 0 },
  maxPause: seconds(5),
  answerBytes: MIB,
  /** Maximum logged characters of a response. */
  loggedText: 500,
  /** Concurrent calls per process, queued calls, and the maximum time in the queue. */
  concurrentCalls: 100,
  queuedCalls: 500,
  queueTimeout: seconds(5),
  /** Consecutive failures or timeouts that open the circuit breakers, and the time until a trial call. */
  breaker: { failures: 40, timeouts: 5, pause: seconds(5) },
} as const;
