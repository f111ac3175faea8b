import { desc, eq, isNotNull, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/connection.ts';
import { authenticators, memberships, users } from '../../db/schema/index.ts';

/** An account as a sign-in sees it: with the organization that it was last in, and whether it asks for a code. */
export async function findAccount(db: Pick<Db, 'select'>, where: SQL) {
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
