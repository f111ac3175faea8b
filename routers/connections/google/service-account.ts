import { createPrivateKey, sign } from 'node:crypto';
import { z } from 'zod';

/** What the portal needs of the JSON key of a service account. */
export const ServiceAccountKey = z.object({
  client_email: z.email('must be the JSON key of a service account').max(254),
  private_key: z
    .string()
    .max(10_000)
    .refine(isPrivateKey, { error: 'must be the JSON key of a service account, with its private key' }),
});

function isPrivateKey(pem: string) {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** For whom the assertion is, wherever it is sent. */
const AUDIENCE = 'https://oauth2.googleapis.com/token';
const SECONDS = 600;

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A signed claim to be the account, good for a token with these scopes: RFC 7523. */
export function assertionOf(account: z.infer<typeof ServiceAccountKey>, scopes: readonly string[], now = new Date()) {
  const iat = Math.floor(now.getTime() / 1000);
  const claims = { iss: account.client_email, scope: scopes.join(' '), aud: AUDIENCE, iat, exp: iat + SECONDS };
  const text = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), account.private_key).toString('base64url')}`;
}
