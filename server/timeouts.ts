import { seconds } from './durations.ts';

/** How long a wait may take before the caller gets a 503, in milliseconds. */
export const TIMEOUTS = {
  database: seconds(4),
  transaction: seconds(7),
  redis: seconds(2),
  // All calls to Stripe of one request together.
  stripe: seconds(9),
  passwordQueue: 100,
  passwordsAtOnce: 4,
  /** For each step with a mail server, and for a mail from the first packet to the server's word that it has it. */
  mailStep: seconds(10),
  mail: seconds(45),
  drain: seconds(9),
};
