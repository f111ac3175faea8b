import { and, eq, inArray } from 'drizzle-orm';
import { batched } from '../../../db/batched.ts';
import { memberships, users } from '../../../db/schema/index.ts';
import { isVerifiedByOwner } from '../../../server/identity/verified.ts';
import { service } from '../../../server/services.ts';

/**
 * Whether an administrator of an organization has verified their address. Simultaneous look-ups share one statement.
 */
export const verifiedAdministrators = service(({ database: { accounts } }) =>
  batched<string, boolean>(async (orgIds) => {
    const { orgId, role, userId } = memberships;
    const isAsked = inArray(orgId, [...new Set(orgIds)]);
    const rows = await accounts
      .selectDistinctOn([orgId], { orgId })
      .from(memberships)
      .innerJoin(users, eq(users.id, userId))
      .where(and(isAsked, eq(role, 'admin'), isVerifiedByOwner));
    const verified = new Set(rows.map((row) => row.orgId));
    return orgIds.map((id) => verified.has(id));
  }),
);
