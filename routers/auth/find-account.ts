import { and, desc, eq, isNotNull, type SQL } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { authenticators, memberships, users } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';

/** An account as a sign-in sees it: with the organization that it was last in, and whether it asks for a code. */
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
 * Makes sure that the password which was checked is still the account's, and that it stays so until the transaction
 * ends: a change of it, which ends all sessions, comes before this sign-in or after it.
 *
 * @throws INVALID_CREDENTIALS
 */
export async function holdPassword(
  tx: AccountDb,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<void> {
  const same = and(eq(users.id, id), eq(users.passwordHash, passwordHash));
  const [held] = await tx.select({ id: users.id }).from(users).where(same).for('share');
  if (!held) throw new PortalError('INVALID_CREDENTIALS');
}
