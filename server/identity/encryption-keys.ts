import { hkdfSync } from 'node:crypto';
import type { Env } from '../env.ts';

/** The key that encrypts, and the one before it, which only reads. */
export type EncryptionKeys = Pick<Env, 'ENCRYPTION_KEY' | 'ENCRYPTION_KEY_PREVIOUS'>;

/** What is encrypted or hashed; each has keys of its own, so that a value is good for one purpose only. */
export type Purpose = 'totp-secret' | 'mail' | 'password-reset' | 'backup-code';

/** The bytes of the configured keys, the current one first. */
export const configuredKeys = ({ ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS }: EncryptionKeys) =>
  [ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS].flatMap((key) => (key ? [Buffer.from(key, 'base64')] : []));

const derive = (key: Buffer, what: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, '', `client portal, ${what}`, bytes));

/** The keys of a purpose with the ids of the configured keys they are derived from, the current one first. */
export const keysFor = (keys: EncryptionKeys, purpose: Purpose) =>
  configuredKeys(keys).map((key) => ({
    id: derive(key, 'key id', 6).toString('base64url'),
    key: derive(key, purpose, 32),
  }));
