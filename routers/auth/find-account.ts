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

/**
 * Locks the account’s row, so that a concurrent password change cannot miss the session that this sign-in creates.
 *
 * @throws INVALID_CREDENTIALS if the password has changed since it was verified
 */
export async function lockPassword(
  tx: AccountDb,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<void> {
  const unchanged = and(eq(users.id, id), eq(users.passwordHash, passwordHash));
  const [locked] = await tx.select({ id: users.id }).from(users).where(unchanged).for('share');
  if (!locked) throw new PortalError('INVALID_CREDENTIALS');
}
