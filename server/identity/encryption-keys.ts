import { hkdfSync } from 'node:crypto';
import type { Env } from '../env.ts';

/** The key that encrypts, and the one before it, which only reads. */
export type EncryptionKeys = Pick<Env, 'ENCRYPTION_KEY' | 'ENCRYPTION_KEY_PREVIOUS'>;

/** The purposes of encryption. Each has its own keys, so that a value is good for one purpose only. */
export const SEALED_PURPOSES = [
  'totp-secret',
  'backup-code',
  'mail',
  'password-reset',
  'email-code',
  'account-removal',
  'webhook-secret',
  'connection-credential',
  'identity-provider',
] as const;

export type SealedPurpose = (typeof SEALED_PURPOSES)[number];

/** The bytes of the configured keys, the current one first. */
export const configuredKeys = ({ ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS }: EncryptionKeys) =>
  [ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS].flatMap((key) => (key ? [Buffer.from(key, 'base64')] : []));

const derive = (key: Buffer, what: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, '', `client portal, ${what}`, bytes));

const idOf = (key: Buffer) => derive(key, 'key id', 6).toString('base64url');

/** The ids of the configured keys, the current one first. They tell nothing of the keys. */
export const keyIds = (keys: EncryptionKeys) => configuredKeys(keys).map(idOf);

/** The keys of a purpose with the ids of the configured keys they are derived from, the current one first. */
export const keysFor = (keys: EncryptionKeys, purpose: SealedPurpose) =>
  configuredKeys(keys).map((key) => ({ id: idOf(key), key: derive(key, purpose, 32) }));
