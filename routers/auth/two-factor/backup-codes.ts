import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding';
import { and, eq } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { backupCodes } from '../../../db/schema/index.ts';
import type { EncryptionKeys } from '../../../server/identity/encryption-keys.ts';
import { seal, unseal } from '../../../server/identity/sealed.ts';

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

/** The hash of a code of a user, regardless of case, spaces and hyphens. */
const hashOf = (userId: string, code: string) => hash('sha256', `backup code of ${userId}: ${normalized(code)}`);

/** The purpose and record that the hash of a code is sealed for. */
const placeOf = (id: string) => ({ purpose: 'backup-code', record: id }) as const;

/** Whether a row holds this hash. One under a key that is gone holds none. */
function holds(keys: EncryptionKeys, { id, sealedHash }: { id: string; sealedHash: string }, wanted: string) {
  try {
    return timingSafeEqual(Buffer.from(unseal(keys, placeOf(id), sealedHash)), Buffer.from(wanted));
  } catch {
    return false;
  }
}

/** Deletes a backup code under the lock of its authenticator. Returns whether there was one. */
export async function consumeBackupCode(tx: AccountDb, keys: EncryptionKeys, userId: string, code: string) {
  const wanted = hashOf(userId, code);
  const stored = await tx.select().from(backupCodes).where(eq(backupCodes.userId, userId)).limit(CODES);
  const found = stored.find((row) => holds(keys, row, wanted));
  if (!found) return false;
  await tx.delete(backupCodes).where(and(eq(backupCodes.userId, userId), eq(backupCodes.id, found.id)));
  return true;
}

/** Replaces the user’s backup codes with ten new ones; only sealed hashes are stored. */
export async function renewBackupCodes(tx: AccountDb, keys: EncryptionKeys, userId: string) {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId));
  const rows = codes.map((code) => {
    const id = randomUUID();
    return { userId, id, sealedHash: seal(keys, placeOf(id), hashOf(userId, code)) };
  });
  await tx.insert(backupCodes).values(rows);
  return codes;
}
