import { randomBytes } from 'node:crypto';
import { decodeBase32IgnorePadding, encodeBase32UpperCaseNoPadding } from '@oslojs/encoding';
import { createTOTPKeyURI, generateTOTP, verifyHOTP } from '@oslojs/otp';
import { renderSVG } from 'uqr';

// RFC 6238 with the parameters that every authenticator app supports; the hash is HMAC-SHA-1.
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = 6;

/** A new secret, in base32. */
export const newSecret = () => encodeBase32UpperCaseNoPadding(randomBytes(SECRET_BYTES));

/**
 * The time step of a code: the current one or a neighbour, to allow for clock drift and slow typing. Only steps after
 * `used` count, so that a code cannot be replayed.
 *
 * @returns undefined if the code is wrong or used
 */
export function stepOf(secret: string, code: string, used = -1, now = Date.now()): number | undefined {
  const key = decodeBase32IgnorePadding(secret);
  const current = Math.floor(now / 1000 / STEP_SECONDS);
  return [current - 1, current, current + 1].find((step) => step > used && verifyHOTP(key, BigInt(step), DIGITS, code));
}

/** The code of this moment. */
export const currentCode = (secret: string) => generateTOTP(decodeBase32IgnorePadding(secret), STEP_SECONDS, DIGITS);

/**
 * The key URI for authenticator apps: the secret, with the portal’s host as issuer and the email address as account.
 */
export const otpauthUrl = (publicUrl: string, email: string, secret: string) =>
  createTOTPKeyURI(new URL(publicUrl).hostname, email, decodeBase32IgnorePadding(secret), STEP_SECONDS, DIGITS);

/** A QR code as a data URL. It is drawn here, because a drawing service would learn the secret. */
export const qrCodeUrl = (text: string) =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(text, { ecc: 'M', border: 4 })).toString('base64')}`;
