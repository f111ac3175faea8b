import { days, hours, minutes } from '../durations.ts';

/**
 * Age of a sign-in, in milliseconds, after which setting up or changing the second factor needs the password or a code.
 */
export const REAUTHENTICATION_AFTER = hours(1);

/** Lifetimes in milliseconds, and the maximum number of sessions of a user. */
export const SESSION = { sliding: days(7), atMost: days(30), perUser: 100 };

/** How long a second factor that is set up waits for its first code, in milliseconds. */
export const SECOND_FACTOR_SETUP = hours(1);

/** Lifetime of each kind of token, in milliseconds. */
export const TOKEN_LIFE = {
  email_verification: hours(24),
  password_reset: hours(1),
  second_factor: minutes(5),
  invitation: days(7),
};

/** Lifetime of a code by mail, in milliseconds, and how often a code may be entered for it. */
export const EMAIL_CODE = { life: minutes(10), tries: 5 };

/** Lifetime of the challenge that a passkey answers, in milliseconds. */
export const PASSKEY_CHALLENGE = minutes(5);

/** Lifetime of a sign-in that waits for an identity provider, in milliseconds. */
export const PROVIDER_SIGN_IN = minutes(10);

/** Lifetime of the links of a change of address, in milliseconds: to confirm it, and to undo it. */
export const EMAIL_CHANGE = { confirm: hours(24), undo: days(7) };

/** Retention of the security trail, in days. */
export const TRAIL_KEPT_DAYS = 400;
