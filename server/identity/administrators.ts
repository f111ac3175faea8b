import { and, eq } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { memberships, users } from '../../db/schema/index.ts';

/** The addresses of a client’s administrators who have shown that theirs are their own. */
export async function administratorsOf(accounts: AccountDb, clientId: string): Promise<string[]> {
  const isAdmin = and(eq(memberships.orgId, clientId), eq(memberships.role, 'admin'), eq(users.emailVerified, true));
  const admins = await accounts
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(isAdmin);
  return admins.map(({ email }) => email);
}
