import { and, eq } from 'drizzle-orm';
import { memberships, users } from '../../../db/schema/index.ts';
import { service } from '../../../server/services.ts';

/** Whether an administrator of an organization has verified their address. */
export const verifiedAdministrators = service(({ database: { accounts } }) => async (orgId: string) => {
  const [verified] = await accounts
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.orgId, orgId), eq(memberships.role, 'admin'), eq(users.emailVerified, true)))
    .limit(1);
  return verified !== undefined;
});
