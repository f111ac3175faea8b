import { and, desc, eq, isNotNull, type SQL } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { authenticators, memberships, users } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';

/** The account with the organization it used last, and whether its sign-in needs a code. */
export async function findAccount(db: AccountDb, where: SQL) {
  const [account] = await db
    .select({
      id: users.id,
      email: users.email,
      passwordHash: users.passwordHash,
      orgId: memberships.orgId,
      locked: isNotNull(users.lockedAt).mapWith(Boolean),
      needsCode: isNotNull(authenticators.userId).mapWith(Boolean),
    })
    .from(users)
    .leftJoin(memberships, eq(memberships.userId, users.id))
    .leftJoin(authenticators, eq(authenticators.userId, users.id))
    .where(where)
    .orderBy(desc(memberships.lastUsedAt), desc(memberships.id))
    .limit(1);
  return account;
}

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/**
 * Locks the account’s row, so that a concurrent password change, second factor or removal cannot miss the session that
 * this sign-in creates, and reads it again: verifying a password takes a while.
 *
 * @throws INVALID_CREDENTIALS if the password has changed since it was verified
 */
export async function lockPassword(tx: AccountDb, { id, passwordHash }: { id: string; passwordHash: string }) {
  const unchanged = and(eq(users.id, id), eq(users.passwordHash, passwordHash));
  const [locked] = await tx.select({ id: users.id }).from(users).where(unchanged).for('no key update');
  const account = locked && (await findAccount(tx, eq(users.id, id)));
  if (!account) throw new PortalError('INVALID_CREDENTIALS');
  return account;
}
