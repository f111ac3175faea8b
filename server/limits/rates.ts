import { hours, minutes } from '../durations.ts';

/** By what a limit counts: an address (IPv6 by /64), a client, a session or key (an address without one), or what the call names. */
type By = 'address' | 'client' | 'caller' | 'subject';

interface Rate {
  max: number;
  /** Milliseconds. */
  window: number;
  by: By;
  /** Counts only calls whose input is well-formed: the procedure says where, with `limited`. */
  wellFormed?: true;
}

/** Every limit on how often something may be done, in fixed windows that open with the first call. */
export const RATES = {
  general: { max: 600, window: minutes(1), by: 'caller' },
  insights: { max: 100, window: minutes(1), by: 'client' },
  login: { max: 5, window: minutes(15), by: 'address', wellFormed: true },
  register: { max: 20, window: hours(1), by: 'address' },
  // Whoever registers may have mail sent to anyone: this keeps the portal from being a relay.
  invitations: { max: 200, window: hours(1), by: 'client' },
  /** Asking for a mail. */
  mailRequests: { max: 20, window: hours(1), by: 'address' },
  // Mails by who gets them, in budgets of their own: what a stranger causes keeps nobody from the mail that lets them in.
  mailsTo: { max: 3, window: hours(1), by: 'subject' },
  warningsTo: { max: 3, window: hours(1), by: 'subject' },
  invitationsTo: { max: 3, window: hours(1), by: 'subject' },
  downloads: { max: 120, window: minutes(1), by: 'address' },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof RATES;

/** The limits that count by what the call names. */
export type SubjectRate = { [Name in RateName]: (typeof RATES)[Name]['by'] extends 'subject' ? Name : never }[RateName];

/**
 * After so many wrong passwords in a row an account takes no more until the pause is over. An attempt that came in less
 * than `settled` ago may not have been checked yet.
 */
export const WRONG_PASSWORDS = { max: 10, pause: minutes(15), settled: 1000 };

/** Wrong codes that end a sign-in under way, and those that an account takes in a window. */
export const WRONG_CODES = { perToken: 5, perAccount: 10, window: minutes(15) };

/** Mails an hour about changes of one account's second factor: turning it on and off all day floods nobody. */
export const SECOND_FACTOR_MAILS = 10;
