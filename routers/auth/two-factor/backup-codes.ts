import { createHmac, randomBytes } from 'node:crypto';
import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding';
import { eq } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { backupCodes } from '../../../db/schema/index.ts';

const CODES = 10;
const CHARACTERS = 12;

/** Twelve characters of base32, 60 bits, in groups of four for the one who types them. */
const newCode = () =>
  encodeBase32LowerCaseNoPadding(randomBytes(CHARACTERS))
    .slice(0, CHARACTERS)
    .replaceAll(/.{4}(?=.)/g, '$&-');

const asTyped = (code: string) =>
  code
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '');

/**
 * What is stored of a code. Keyed, since 60 bits can be tried through by whoever holds a copy of the database. Case,
 * spaces and hyphens make no difference.
 */
export const backupCodeHash = (encryptionKey: string, userId: string, code: string) =>
  createHmac('sha256', Buffer.from(encryptionKey, 'base64'))
    .update(`backup code of ${userId}: ${asTyped(code)}`)
    .digest('hex');

/** Ten new codes in the place of the old ones, shown this once. */
export async function renewBackupCodes(tx: AccountDb, encryptionKey: string, userId: string) {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId));
  await tx
    .insert(backupCodes)
    .values(codes.map((code) => ({ userId, hash: backupCodeHash(encryptionKey, userId, code) })));
  return codes;
}
