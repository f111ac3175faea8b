import { z } from 'zod';
import { NewPassword } from '../../server/identity/password.ts';
import { TEXT } from '../../server/limits/sizes.ts';

/** Addresses are compared in lower case; two that only look alike stay two: the sign for kelvin is no k. */
export const Email = z
  .string()
  .max(TEXT.email + 50)
  .trim()
  .regex(/^[\x21-\x7e]*$/, 'must be an e-mail address')
  .toLowerCase()
  .pipe(z.email('must be an e-mail address').max(TEXT.email))
  .meta({ format: 'email', maxLength: TEXT.email, example: 'ada@example.com' });

/** One line of text. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be one line without control characters');

/** What people and organizations are called. */
export const Name = line(TEXT.name);

export const Phone = z
  .string()
  .trim()
  .regex(/^(?=(?:\D*\d){3})\+?[\d ().\-/x]{3,40}$/i, 'must be a telephone number');

export const WebAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(TEXT.url);

const isTimeZone = (zone: string) => {
  try {
    // Intl also takes offsets such as +02:00; those are no zones.
    return /^[A-Za-z]/.test(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
};

export const TimeZone = z.string().max(64).refine(isTimeZone, 'must be an IANA time zone');

export const Role = z.enum(['admin', 'member']);

/** What a mail's link carries. Any text may be tried: one that is not a token is one that nobody was given. */
export const Token = z.string().min(1).max(200);

/** A backup code as it is typed: what is not a code is only not the right one. */
export const BackupCode = z.string().trim().min(1).max(64).meta({ example: 'k3vn-77aq-w2dm' });

/** What every completed sign-in answers. */
export const SignedIn = z.object({
  ok: z.literal(true),
  user: z.object({ id: z.uuid(), email: z.string(), orgId: z.uuid() }),
});

/** A password that is being chosen. */
export const ChosenPassword = NewPassword.meta({
  minLength: TEXT.passwordMin,
  maxLength: TEXT.passwordMax,
  example: 'correct horse battery',
});

/** A password that is typed to prove who one is: bounded, and nothing about it is explained. */
export const TypedPassword = z
  .string()
  .min(1)
  .max(TEXT.passwordMax * 4);

export const NewUser = z.object({ id: z.uuid(), email: z.string(), emailVerified: z.boolean() });
