import { and, count, eq, gt, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { invitations, memberships, organizations } from '../../../db/schema/index.ts';
import { record } from '../../../server/identity/security-trail.ts';
import type { AccountContext } from '../../../server/trpc/context.ts';
import type { Granted } from '../../plans/granted.ts';
import { hasRoomInPlan } from '../../plans/within-plan.ts';
import { emitMemberEvent } from '../../webhooks/public.ts';
import { forgetRemoval, wasRemoved } from '../org/removed-members.ts';
import { isPending, SEATS_PER_ORGANIZATION } from '../org/seats.ts';
import { RefusedSignIn } from './refusal.ts';
import type { StoredProvider } from './stored-provider.ts';

interface Newcomer {
  userId: string;
  email: string;
  /** Whom the provider means. */
  subject: { issuer: string; subject: string };
  /** What the plan of the organization grants. */
  granted: Granted;
}

/** Whether an organization, whose row is locked, has a seat for somebody who comes without an invitation. */
async function hasRoom(tx: AccountDb, orgId: string, granted: Granted) {
  const [joined] = await tx.select({ members: count() }).from(memberships).where(eq(memberships.orgId, orgId));
  const [invited] = await tx
    .select({ invitations: count() })
    .from(invitations)
    .where(and(eq(invitations.orgId, orgId), isPending));
  const isFull = (joined?.members ?? 0) + (invited?.invitations ?? 0) >= SEATS_PER_ORGANIZATION;
  return !isFull && hasRoomInPlan(tx, { clientId: orgId }, granted, { limit: 'members' });
}

/** Takes the invitation of the address, if there is one: it names the role, and takes a removal back. */
async function takeInvitation(tx: AccountDb, orgId: string, email: string) {
  const own = and(eq(invitations.orgId, orgId), eq(invitations.email, email), gt(invitations.expiresAt, sql`now()`));
  const [taken] = await tx.delete(invitations).where(own).returning({ role: invitations.role });
  return taken;
}

/**
 * The role of a person in the organization of the provider, of which they become a member at their first sign-in. User
 * and organization are locked.
 *
 * @throws RefusedSignIn
 */
export async function joinByProvider(
  tx: AccountDb,
  { deps, request }: AccountContext,
  { orgId, defaultRole }: StoredProvider,
  newcomer: Newcomer,
) {
  const { userId, email } = newcomer;
  const [organization] = await tx
    .select({ status: organizations.status })
    .from(organizations)
    .where(eq(organizations.id, orgId))
    .for('no key update');
  const seat = and(eq(memberships.orgId, orgId), eq(memberships.userId, userId));
  const [member] = await tx.select({ role: memberships.role }).from(memberships).where(seat);
  if (member) return member.role;

  if (organization?.status !== 'active') throw new RefusedSignIn('suspended', userId);
  const invitation = await takeInvitation(tx, orgId, email);
  const person = { orgId, ...newcomer };
  if (invitation) await forgetRemoval(tx, deps, person);
  else if (await wasRemoved(tx, deps, person)) throw new RefusedSignIn('removed', userId);
  else if (!(await hasRoom(tx, orgId, newcomer.granted))) throw new RefusedSignIn('full', userId);

  const role = invitation?.role ?? defaultRole;
  await tx.insert(memberships).values({ orgId, userId, role });
  await emitMemberEvent(deps, tx, { type: 'member.joined', orgId, userId, role });
  await record(tx, request, { type: 'member_joined', userId, orgId, details: { by: 'sso', role } });
  return role;
}
