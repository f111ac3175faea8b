import { days, minutes, seconds } from '../../../server/durations.ts';

/** Erasures of clients. Times in milliseconds. */
export const ERASURE = {
  /** How long a client can still be kept. */
  grace: days(14),
  /** How long a prospect is kept, from when it was made or kept. */
  prospects: days(90),
  /** Between two searches for erasures that are due. */
  look: seconds(30),
  /** Rows of a statement. */
  batch: 500,
  /** Rows that a statement scans, where no index finds the ones to delete. */
  looked: 2000,
  /** The longest rest between two statements. */
  rest: 250,
  /** After the last row, what calls that were on their way have left is deleted once more. */
  again: minutes(2),
};
