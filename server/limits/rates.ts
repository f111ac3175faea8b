import { MIB } from '../../flow/byte-units.ts';
import { days, hours, minutes } from '../durations.ts';

/**
 * The subject of a limit: an address (IPv6 by /64), a client, a session or key (else the address), or a subject of the
 * call.
 */
type By = 'address' | 'client' | 'caller' | 'subject';

interface Rate {
  max: number;
  /** Milliseconds. */
  window: number;
  by: By;
  /** Counts only calls with valid input: the procedure places the count with `limited`. */
  wellFormed?: true;
}

/** Every rate limit, in fixed windows that open with the first call. */
export const RATES = {
  general: { max: 600, window: minutes(1), by: 'caller' },
  /** In addition to `general`: all sessions and keys of an organization together. */
  client: { max: 3000, window: minutes(1), by: 'client' },
  insights: { max: 100, window: minutes(1), by: 'client' },
  login: { max: 5, window: minutes(15), by: 'address', wellFormed: true },
  /**
   * Instead, on a device that has signed in to the account before: colleagues behind one address do not share a limit.
   */
  deviceLogin: { max: 5, window: minutes(15), by: 'subject' },
  register: { max: 20, window: hours(1), by: 'address' },
  /** Assistants that register, and documents of assistants that are read. */
  assistantRegistrations: { max: 20, window: hours(1), by: 'address' },
  invitations: { max: 200, window: hours(1), by: 'client' },
  /** Requests for an email. */
  mailRequests: { max: 20, window: hours(1), by: 'address' },
  /** Codes by mail that were wrong, by the address that they were asked for. */
  wrongEmailCodes: { max: 10, window: minutes(15), by: 'subject' },
  // Per recipient, in separate budgets: mails caused by a stranger must not use up the mails that a person signs in
  // with.
  mailsTo: { max: 3, window: hours(1), by: 'subject' },
  /** Besides `mailsTo`, for the recipient’s own devices together: strangers leave them at least one. */
  ownMailsTo: { max: 1, window: hours(1), by: 'subject' },
  warningsTo: { max: 3, window: hours(1), by: 'subject' },
  /** Changes of address that an account asks for: each sends two mails. */
  emailChanges: { max: 10, window: days(1), by: 'subject' },
  /** Mails that an event causes, by organization and kind: each goes to every reader. */
  notices: { max: 20, window: hours(1), by: 'subject' },
  /** Of all organizations together. */
  invitationsTo: { max: 5, window: days(1), by: 'subject' },
  // What an organization causes through people who have not verified their address: anyone can register one.
  unverifiedInvitations: { max: 10, window: days(1), by: 'client' },
  unverifiedQuestions: { max: 10, window: days(1), by: 'client' },
  /** Reports printed; stored ones do not count. */
  reports: { max: 20, window: hours(1), by: 'client' },
  /** Previews of what is being written. */
  previews: { max: 300, window: minutes(1), by: 'client' },
  /** Archives of a client, which may be large and stay for a day. */
  clientExports: { max: 10, window: days(1), by: 'subject' },
  /** Archives of a person’s own data. */
  accountExports: { max: 10, window: hours(1), by: 'subject' },
  /** Bytes of the bodies that pipelines of a client store. */
  ingestBytes: { max: 1024 * MIB, window: days(1), by: 'client' },
  /** Connections made, mended and read by hand: each calls a tool of somebody else. */
  connectionCalls: { max: 60, window: hours(1), by: 'client' },
  /** Looks for the TXT records of an organization’s domains, and changes of its identity provider. */
  domainChecks: { max: 120, window: hours(1), by: 'client' },
  /** Those of the operator, which call a tool for up to a hundred clients each. */
  operatorConnectionCalls: { max: 120, window: hours(1), by: 'caller' },
  /** Pages and files that links to reports open, found or not. */
  reportLinks: { max: 120, window: minutes(1), by: 'address' },
  downloads: { max: 120, window: minutes(1), by: 'address' },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof RATES;

/** The limits that count by a subject of the call. */
export type SubjectRate = { [Name in RateName]: (typeof RATES)[Name]['by'] extends 'subject' ? Name : never }[RateName];

/**
 * After `max` wrong passwords in a row, each within `pause` of the one before, an account is locked for `pause`. An
 * attempt younger than `settled` may still be under verification. Milliseconds.
 */
export const WRONG_PASSWORDS = { max: 10, pause: minutes(15), settled: 1000 };

/** Wrong codes per pending sign-in, and per account and window. */
export const WRONG_CODES = { perToken: 5, perAccount: 10, window: minutes(15) };

/** Mails per hour about changes of one account's second factor, against floods by repeated switching. */
export const SECOND_FACTOR_MAILS = 10;
