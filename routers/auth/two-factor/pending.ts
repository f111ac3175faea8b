import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { authenticators, pendingAuthenticators } from '../../../db/schema/index.ts';
import type { EncryptionKeys } from '../../../server/identity/encryption-keys.ts';
import { SECOND_FACTOR_SETUP } from '../../../server/identity/lifetimes.ts';
import { unseal } from '../../../server/identity/sealed.ts';
import { secretOf } from './second-factor.ts';
import { stepOf } from './totp.ts';

// Set-ups that wait for their first code.

const { userId: owner, sealedSecret, createdAt } = pendingAuthenticators;
const oldest = sql`now() - ${sql.raw(`interval '${SECOND_FACTOR_SETUP} ms'`)}`;

/** Remembers a set-up, in place of an earlier one. */
export async function storePending(tx: AccountDb, userId: string, sealed: string) {
  const fresh = { sealedSecret: sealed, createdAt: sql`now()` };
  await tx
    .insert(pendingAuthenticators)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: owner, set: fresh });
}

export const forgetPending = (tx: AccountDb, userId: string) =>
  tx.delete(pendingAuthenticators).where(eq(owner, userId));

/** The sealed secret of a set-up that waits for its code, under its lock; undefined if there is none. */
export async function findPending(tx: AccountDb, userId: string): Promise<string | undefined> {
  const [pending] = await tx
    .select({ sealedSecret })
    .from(pendingAuthenticators)
    .where(and(eq(owner, userId), gt(createdAt, oldest)))
    .for('update');
  return pending?.sealedSecret;
}

/** Puts a set-up in force, if the code is of it. Returns whether it was. */
export async function activatePending(
  tx: AccountDb,
  keys: EncryptionKeys,
  { userId, sealed, code }: { userId: string; sealed: string; code: string },
): Promise<boolean> {
  const lastStep = stepOf(unseal(keys, secretOf(userId), sealed), code);
  if (lastStep === undefined) return false;
  // One that was set up at once may be in force, and was never confirmed.
  await tx.delete(authenticators).where(eq(authenticators.userId, userId));
  await tx.insert(authenticators).values({ userId, secret: sealed, lastStep, confirmedAt: sql`now()` });
  await forgetPending(tx, userId);
  return true;
}

/** Deletes set-ups that can no longer be confirmed. */
export const sweepPending = (db: AccountDb) => db.delete(pendingAuthenticators).where(lte(createdAt, oldest));
