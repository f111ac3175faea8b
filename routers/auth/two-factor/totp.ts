import { randomBytes } from 'node:crypto';
import { decodeBase32IgnorePadding, encodeBase32UpperCaseNoPadding } from '@oslojs/encoding';
import { createTOTPKeyURI, verifyHOTP } from '@oslojs/otp';
import { renderSVG } from 'uqr';

// RFC 6238 as every authenticator has it: HMAC-SHA-1, steps of 30 seconds, six digits, a secret of 160 bits.
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = 6;

/** A new secret, in base32. */
export const newSecret = () => encodeBase32UpperCaseNoPadding(randomBytes(SECRET_BYTES));

/**
 * The time step whose code this is: the present one, or its neighbour where a clock is off or a person slow. Only steps
 * after `used` count, since a code that was seen is good no more.
 *
 * @returns undefined when the code is wrong, or was used
 */
export function stepOf(secret: string, code: string, used = -1, now = Date.now()): number | undefined {
  const key = decodeBase32IgnorePadding(secret);
  const present = Math.floor(now / 1000 / STEP_SECONDS);
  return [present - 1, present, present + 1].find((step) => step > used && verifyHOTP(key, BigInt(step), DIGITS, code));
}

/** What an authenticator reads to know the secret, and whose it is: the portal's host and the account. */
export const otpauthUrl = (publicUrl: string, email: string, secret: string) =>
  createTOTPKeyURI(new URL(publicUrl).hostname, email, decodeBase32IgnorePadding(secret), STEP_SECONDS, DIGITS);

/** The picture of a text for a camera, as a data URL: drawn here, since whoever draws it learns the secret. */
export const qrCodeUrl = (text: string) =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(text, { ecc: 'M', border: 4 })).toString('base64')}`;
