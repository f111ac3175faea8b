import { availableParallelism } from 'node:os';
import { minutes, seconds } from './durations.ts';

const AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));

/** Timeouts after which the caller gets a 503, in milliseconds. */
export const TIMEOUTS = {
  database: seconds(4),
  transaction: seconds(7),
  /** For the queries of a tRPC batch together: those that have not begun by then are refused. */
  batch: seconds(20),
  redis: seconds(2),
  // All calls to Stripe of one request together.
  stripe: seconds(9),
  // Passwords hashed at once: in all, which leaves a processor to the rest, and of one address; and how many more of an
  // address wait.
  passwordsAtOnce: AT_ONCE,
  passwordsPerAddress: Math.min(2, AT_ONCE),
  passwordQueue: 20,
  /** For a body of ingestion on an embedded database, which waits for all of the one before. */
  embeddedBody: seconds(6),
  /** For each step with a mail server, and for the whole delivery. */
  mailStep: seconds(10),
  mail: seconds(45),
  /**
   * Of a call with an Idempotency-Key: the wait for the first one, and the longest that a first one keeps the key to
   * itself.
   */
  firstAnswer: seconds(30),
  claim: minutes(5),
  /** Of a drain, from its begin: for a last request on kept-alive connections, for running requests, and in all. */
  lastRequest: seconds(0.5),
  requests: seconds(7),
  drain: seconds(9),
};
