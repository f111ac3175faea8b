import { and, eq, exists, ne, not } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AccountDb } from '../../../db/handles.ts';
import { memberships } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';

const others = alias(memberships, 'others');

/** @throws LAST_ADMIN where the user is the only administrator of an organization with other members */
export async function assertNoSoleAdministrator(tx: AccountDb, userId: string) {
  const inSame = and(eq(others.orgId, memberships.orgId), ne(others.userId, userId));
  const otherMembers = tx.select({ id: others.id }).from(others).where(inSame);
  const otherAdmins = tx
    .select({ id: others.id })
    .from(others)
    .where(and(inSame, eq(others.role, 'admin')));
  const [leaderless] = await tx
    .select({ id: memberships.id })
    .from(memberships)
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.role, 'admin'),
        exists(otherMembers),
        not(exists(otherAdmins)),
      ),
    )
    .limit(1);
  if (leaderless) throw new PortalError('LAST_ADMIN');
}
