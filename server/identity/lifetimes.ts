import { days, hours, minutes } from '../durations.ts';

/** A session older than this proves again who it is before it takes the second factor away. */
export const REAUTHENTICATION_AFTER = hours(1);

export const SESSION = { sliding: days(7), atMost: days(30), perUser: 100 };

/** How long a token of each kind is good, in milliseconds. */
export const TOKEN_LIFE = {
  email_verification: hours(24),
  password_reset: hours(1),
  second_factor: minutes(5),
  invitation: days(7),
};

/** How long the security trail is kept, in days. */
export const TRAIL_KEPT_DAYS = 400;
