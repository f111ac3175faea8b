import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

/** 32 random bytes in base64url. */
export const newToken = () => randomBytes(32).toString('base64url');

/** The SHA-256 of a token in hex, stored instead of it: a copy of the database holds no usable token. */
export const fingerprint = (token: string) => hash('sha256', token);

// Tokens of support sessions have a form of their own, so that each token is looked up in one table only.

const PREFIX = 'support.';
const FORM = /^support\.[\w-]{43}$/;
const CIPHER = 'aes-256-gcm';
const IV = 12;
const TAG = 16;

export const newSupportToken = () => PREFIX + newToken();
export const isSupportToken = (token: string) => FORM.test(token);

const keyOf = (supportToken: string) =>
  Buffer.from(hkdfSync('sha256', supportToken, '', 'client portal, own session', 32));

/** Encrypts the token of the operator's own session, to be returned for the support token. */
export function encryptOwnToken(supportToken: string, ownToken: string) {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, keyOf(supportToken), iv);
  const sealed = Buffer.concat([cipher.update(ownToken, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts what `encryptOwnToken` made with the same support token. */
export function decryptOwnToken(supportToken: string, enclosed: string) {
  const bytes = Buffer.from(enclosed, 'base64url');
  const decipher = createDecipheriv(CIPHER, keyOf(supportToken), bytes.subarray(0, IV));
  decipher.setAuthTag(bytes.subarray(IV, IV + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8');
}
