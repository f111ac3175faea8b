import { and, eq, ne } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { identities, memberships } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import type { HandlerDeps } from '../../../server/trpc/context.ts';
import { emitMemberEvent } from '../../webhooks/public.ts';
import { type Membership, moveSessions } from './memberships.ts';
import { voidInvitations } from './seats.ts';

interface Seat extends Membership {
  /** Of the membership. */
  id: string;
  userId: string;
}

/** @throws LAST_ADMIN if the member is the organization’s only administrator */
export async function requireOtherAdmin(tx: AccountDb, { id, orgId, role }: Omit<Seat, 'userId'>) {
  if (role !== 'admin') return;
  const otherAdmins = and(eq(memberships.orgId, orgId), eq(memberships.role, 'admin'), ne(memberships.id, id));
  const [other] = await tx.select({ id: memberships.id }).from(memberships).where(otherAdmins).limit(1);
  if (!other) throw new PortalError('LAST_ADMIN');
}

/**
 * Ends a membership, with the invitations that the member made, and moves their sessions to the next organization. User
 * and organization are locked. Returns that organization, if there is one, and the details for the trail.
 */
export async function endMembership(tx: AccountDb, deps: Pick<HandlerDeps, 'jobs'>, { id, orgId, userId, role }: Seat) {
  await tx.delete(memberships).where(eq(memberships.id, id));
  // Who has left is no longer whom the organization’s identity provider says they are.
  await tx.delete(identities).where(and(eq(identities.orgId, orgId), eq(identities.userId, userId)));
  await emitMemberEvent(deps, tx, { type: 'member.removed', orgId, userId, role });
  const next = await moveSessions(tx, userId, orgId);
  const revoked = await voidInvitations(tx, orgId, userId);
  return { next, details: { role, ...(revoked > 0 && { invitationsRevoked: revoked }) } };
}
