import { domainToASCII } from 'node:url';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { errorCodeOf } from '../../db/error-code.ts';
import type { AccountDb } from '../../db/handles.ts';
import { canonicalZone } from '../../db/time-zone.ts';
import { invalid } from '../../server/errors.ts';
import { NewPassword } from '../../server/identity/password.ts';
import { TEXT } from '../../server/limits/sizes.ts';
import { IN_ORDER, Ok } from '../values/shapes.ts';
import { holdsAddress } from './addresses-in-text.ts';

// As browsers check `type="email"`, but for the dot in the domain: no top-level domain takes mail.
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const BEYOND_ASCII = /[^\0-\x7f]/;

// Look-alikes of plain letters, such as the Kelvin sign, are left and refused: those of a word are another one.
function asciiLabel(label: string) {
  const ascii = BEYOND_ASCII.test(label) ? domainToASCII(label) : label;
  return ascii.startsWith('xn--') ? ascii : label;
}

/** The address with its domain as the DNS has it: browsers send other letters as `xn--…`, or as a person types them. */
const withAsciiDomain = (address: string) =>
  address.replace(/(?<=@)[^@]*$/, (domain) =>
    domain
      .split(/[.。．｡]/)
      .map(asciiLabel)
      .join('.'),
  );

/** An email address in ASCII, in lower case. */
export const Email = z
  .string()
  .max(TEXT.email + 50)
  // Blanks and invisible marks come along with what is pasted.
  .overwrite((text) => text.replaceAll(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, ''))
  .overwrite(withAsciiDomain)
  .regex(/^[\x21-\x7e]*$/, 'must be an email address')
  .toLowerCase()
  .pipe(z.string().regex(EMAIL, 'must be an email address').max(TEXT.email))
  .meta({
    description: 'Email address; upper and lower case make no difference.',
    format: 'email',
    maxLength: TEXT.email,
    example: 'lena@harborstreetdental.example',
  });

/** One line of text. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be one line without control characters');

/** A label, such as the name of a key. */
export const Name = line(TEXT.name);

/** The name of a person or an organization. Mails to strangers show it, so it must not lead anywhere. */
export const ProperName = Name.regex(...IN_ORDER).refine(
  (name) => !holdsAddress(name),
  'must not contain a web or email address',
);

/** Contacts copied from other programs hold marks of direction, and blanks and dashes that look like the plain ones. */
const plainly = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .trim();

export const Phone = z
  .string()
  .overwrite(plainly)
  .regex(/^(?=(?:\D*\d){3})\+?[\d ().\-/x]{3,40}$/i, 'must be a phone number')
  .meta({ description: 'Phone number.', example: '+12075550142' });

export const WebAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(TEXT.url)
  .meta({ description: 'Web address (http or https).', example: 'https://harborstreetdental.example' });

export const TimeZone = z
  .string()
  .max(64)
  .refine((name) => canonicalZone(name) !== undefined, 'must be an IANA time zone')
  .overwrite((name) => canonicalZone(name) ?? name)
  .meta({ description: 'IANA time zone.', example: 'America/New_York' });

/** @throws VALIDATION_ERROR for a time zone that is newer than those of the database's server */
export async function requireKnownZone(db: AccountDb, timezone: string | undefined) {
  if (timezone === undefined) return;
  try {
    await db.execute(sql`select now() at time zone ${timezone}::text`);
  } catch (error) {
    if (errorCodeOf(error) !== '22023') throw error;
    throw invalid('timezone', 'must be a time zone that the database knows');
  }
}

export const Role = z.enum(['admin', 'member']).describe('Role in the organization.');

/** A token from an email link. Malformed text is accepted here and refused as an unknown token. */
export const Token = z.string().min(1).max(200).meta({
  description: 'Token from the email link.',
  example: 'Zk3vQ9xT0m1bYfHnR7cJ2wLpD5sUaE8gKiN4oVtB6yM',
});

export const InvitationProof = Token.describe(
  'Proof from the invitation link in the email: the account begins with a verified address.',
);

export const AuthenticatorCode = z
  .string()
  .regex(/^[0-9]{6}$/, 'must be six digits')
  .meta({ description: 'Six-digit code of the authenticator.', example: '492039' });

/** A backup code as typed. Malformed text is accepted here and refused as a wrong code. */
export const BackupCode = z.string().trim().min(1).max(64).meta({
  description: 'Backup code; case, spaces and hyphens make no difference.',
  example: 'k3vn-77aq-w2dm',
});

export const UserId = z.uuid().meta({
  description: 'User id.',
  example: '3f6f0c1e-8a52-4d0b-9c1d-5f2b7e4a9d10',
});
export const OrgId = z.uuid().meta({
  description: 'Organization id.',
  example: '7b1d2f64-0c3e-4e57-a1b8-2d9c6f3e8a41',
});
export const OrgName = z.string().meta({ description: 'Organization name.', example: 'Harbor Street Dental' });
/** The address of an account in a response. */
export const AccountEmail = z.string().meta({ description: 'Email address.', example: 'demo@example.com' });
/** The name of a person in a response. */
export const PersonName = z.string().nullable().meta({ description: 'Full name, if given.', example: 'Dana Moreau' });

const SessionUser = z
  .object({ id: UserId, email: AccountEmail, orgId: OrgId.describe('The organization of the new session.') })
  .meta({ id: 'SessionUser', description: 'The signed-in user and the organization of the session.' });

/** The response to a completed sign-in. */
export const SignedIn = Ok.extend({ user: SessionUser });

/** A new password. */
export const ChosenPassword = NewPassword.meta({
  description: 'New password, 8 to 128 characters.',
  minLength: TEXT.passwordMin,
  maxLength: TEXT.passwordMax,
  example: 'correct horse battery',
});

/** An existing password. The rules for new ones do not apply; the maximum only bounds the hashing. */
export const TypedPassword = z
  .string()
  .min(1)
  .max(TEXT.passwordMax * 4)
  .meta({ description: 'Current password.', example: 'demo portal, please look around' });

export const User = z
  .object({
    id: UserId,
    email: AccountEmail,
    emailVerified: z.boolean().describe('Whether the email address is verified.'),
  })
  .meta({ id: 'User', description: 'A user account.' });
