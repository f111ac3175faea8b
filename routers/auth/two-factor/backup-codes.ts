import { createHmac, randomBytes } from 'node:crypto';
import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding';
import { eq } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { backupCodes } from '../../../db/schema/index.ts';
import { configuredKeys, type EncryptionKeys, keysFor } from '../../../server/identity/encryption-keys.ts';

const CODES = 10;
const CHARACTERS = 12;

/** Twelve characters of base32, 60 bits, in groups of four for easier typing. */
const newCode = () =>
  encodeBase32LowerCaseNoPadding(randomBytes(CHARACTERS))
    .slice(0, CHARACTERS)
    .replaceAll(/.{4}(?=.)/g, '$&-');

const normalized = (code: string) =>
  code
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '');

const hashUnder = (key: Buffer, userId: string, code: string) =>
  createHmac('sha256', key)
    .update(`backup code of ${userId}: ${normalized(code)}`)
    .digest('hex');

/**
 * The hashes under which a backup code may be stored, regardless of case, spaces and hyphens; the first is that of new
 * codes. They are keyed, because 60 bits could be searched exhaustively in a copy of the database, and name their key.
 */
export const backupCodeHashes = (keys: EncryptionKeys, userId: string, code: string) => [
  ...keysFor(keys, 'backup-code').map(({ id, key }) => `v2.${id}.${hashUnder(key, userId, code)}`),
  // Codes of before keys had ids.
  ...configuredKeys(keys).map((key) => hashUnder(key, userId, code)),
];

/** Replaces the user’s backup codes with ten new ones; only hashes are stored. */
export async function renewBackupCodes(tx: AccountDb, keys: EncryptionKeys, userId: string) {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId));
  const hashes = codes.flatMap((code) => backupCodeHashes(keys, userId, code).slice(0, 1));
  await tx.insert(backupCodes).values(hashes.map((hash) => ({ userId, hash })));
  return codes;
}
