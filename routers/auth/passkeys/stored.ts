import { count, eq } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { passkeys } from '../../../db/schema/index.ts';
import { invalid } from '../../../server/errors.ts';

export const PASSKEYS_PER_PERSON = 20;

/** @throws VALIDATION_ERROR for somebody who has as many passkeys as a person may have */
export async function assertRoomForPasskey(db: AccountDb, userId: string) {
  const [own] = await db.select({ passkeys: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  if ((own?.passkeys ?? 0) >= PASSKEYS_PER_PERSON)
    throw invalid('', `A person has at most ${PASSKEYS_PER_PERSON} passkeys. Please remove one first.`);
}

/** Removes every passkey of a user whose access was taken back. Returns how many there were. */
export async function forgetPasskeys(tx: AccountDb, userId: string) {
  const gone = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
  return gone.length;
}

/** The bytes by which authenticators know a user: those of the id, which never changes. */
export const handleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex');
