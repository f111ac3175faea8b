import { createHmac, randomBytes } from 'node:crypto';
import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding';
import { eq } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { backupCodes } from '../../../db/schema/index.ts';

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

/**
 * The stored hash of a backup code, regardless of case, spaces and hyphens. It is keyed, because 60 bits could be
 * searched exhaustively in a copy of the database.
 */
export const backupCodeHash = (encryptionKey: string, userId: string, code: string) =>
  createHmac('sha256', Buffer.from(encryptionKey, 'base64'))
    .update(`backup code of ${userId}: ${normalized(code)}`)
    .digest('hex');

/** Replaces the user’s backup codes with ten new ones; only hashes are stored. */
export async function renewBackupCodes(tx: AccountDb, encryptionKey: string, userId: string) {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId));
  await tx
    .insert(backupCodes)
    .values(codes.map((code) => ({ userId, hash: backupCodeHash(encryptionKey, userId, code) })));
  return codes;
}
