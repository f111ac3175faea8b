import { and, eq, inArray } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { memberships, sessions, users } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { PortalError } from '../../server/errors.ts';
import { lockOrganization } from './org/seats.ts';

interface SignedIn {
  user: { id: string };
  session: { id: string };
}

/**
 * Locks the caller’s account, and that of another user whom the call concerns, and requires that the session still
 * exists: a call that was admitted before a password reset must not undo the reset. Precedes other locks.
 *
 * @throws UNAUTHENTICATED if the session has ended
 */
export async function lockCaller(tx: AccountDb, { user, session }: SignedIn, concerned = user.id) {
  // In the order of their ids: two who change each other’s membership would otherwise wait for each other.
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [user.id, concerned]))
    .orderBy(users.id)
    .for('no key update');
  // A statement of its own: it sees what was committed while the lock was awaited.
  const [live] = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, session.id));
  if (!live) throw new PortalError('UNAUTHENTICATED');
}

/**
 * Locks caller, the user concerned and organization, and requires that the caller still is an administrator of it: a
 * call that was admitted before a removal must not undo it.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 */
export async function lockAdmin(tx: AccountDb, caller: SignedIn & { tenant: Tenant }, concerned?: string) {
  await lockCaller(tx, caller, concerned);
  const orgId = caller.tenant.clientId;
  await lockOrganization(tx, orgId);
  const own = and(eq(memberships.orgId, orgId), eq(memberships.userId, caller.user.id));
  const [membership] = await tx.select({ role: memberships.role }).from(memberships).where(own);
  if (membership?.role !== 'admin') throw new PortalError('FORBIDDEN');
}
