import { hours, minutes } from '../../../server/durations.ts';

/** Limits of archives of clients. Times in milliseconds. */
export const ARCHIVES = {
  /** How long one can be downloaded. */
  open: hours(24),
  /** Made at once by all processes together; a process makes one at a time, a client has one at a time. */
  atOnce: 3,
  /** Attempts, of which a dead process ends one. */
  attempts: 5,
  /** Unfinished after this time it has failed. */
  atMost: hours(24),
  /** For the archive of a person, which is sent while it is made. */
  personal: minutes(10),
};
