import { and, eq, gt, lt, ne, not, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { identityProviders, invitations, memberships, organizations } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { fingerprint } from '../../../server/identity/tokens.ts';
import type { AccountContext } from '../../../server/trpc/context.ts';
import { emitMemberEvent } from '../../webhooks/public.ts';
import { shutOutOf } from '../sso/invited-domain.ts';
import type { Membership } from './memberships.ts';
import { forgetRemoval } from './removed-members.ts';

/** The maximum number of members and pending invitations of an organization together. */
export const SEATS_PER_ORGANIZATION = 500;

const JOIN_BY_PROVIDER =
  'This organization requires single sign-on. Please sign in by it with the invited address: you join by that.';

const NO_WAY_IN =
  'This organization requires single sign-on by now, which lets nobody in with an address of this domain. Please ask whoever invited you: they can verify the domain for it, or invite another address.';

const OPEN_THE_MAIL =
  'Only the link in the email of the invitation lets you in, as this organization has closed signing in with a password. Please open that link, or have the invitation sent again.';

export const isPending = gt(invitations.expiresAt, sql`now()`);

/** Nobody joins what is being erased. One that is kept gets its invitations back. */
const isKept = ne(organizations.status, 'erasing');

/**
 * Locks the organization’s row, so that membership changes run one after the other. Inserts that reference it need not
 * wait.
 */
export const lockOrganization = (tx: AccountDb, orgId: string) =>
  tx
    .select({ status: organizations.status })
    .from(organizations)
    .where(eq(organizations.id, orgId))
    .for('no key update');

/** A refusal that no way to sign in helps against; its issue names what would have to be another. */
const refusal = (sentence: string, path: 'email' | 'proof') =>
  new PortalError('SIGN_IN_METHOD', sentence, { issues: [{ path, message: sentence }] });

/** What a link carries: `proof` is in that of the mail alone. */
export interface InvitationLink {
  token: string;
  proof?: string | undefined;
}

/**
 * Finds the pending invitation of a link; `email` is the caller’s address, if known. `isMailed`: the link is that of
 * the mail, so that whoever has it reads the mailbox.
 *
 * @throws INVALID_TOKEN if the token is unknown, used, revoked or expired, or the organization is being erased;
 * FORBIDDEN if it belongs to another address; SIGN_IN_METHOD for members where single sign-on is required, which
 * takes the invitation by itself, and for those without the link of the mail where the password is closed
 */
export async function findInvitation(db: AccountDb, { token, proof }: InvitationLink, email?: string) {
  const [found] = await db
    .select({
      orgId: invitations.orgId,
      orgName: organizations.name,
      email: invitations.email,
      role: invitations.role,
      proofHash: invitations.proofHash,
      signIn: organizations.signIn,
      needsProvider: identityProviders.enforce,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.orgId))
    .leftJoin(identityProviders, eq(identityProviders.orgId, invitations.orgId))
    .where(and(eq(invitations.tokenHash, fingerprint(token)), isPending, isKept));
  if (!found) throw new PortalError('INVALID_TOKEN');
  if (email !== undefined && email !== found.email)
    throw new PortalError(
      'FORBIDDEN',
      'This invitation is for another email address. Please sign in with that address.',
    );
  // Administrators are let in once, so that somebody can turn the requirement off where the provider is away.
  if (found.needsProvider && found.role === 'member') {
    const isShutOut = await shutOutOf(db, found.orgId);
    throw isShutOut(found) ? refusal(NO_WAY_IN, 'email') : new PortalError('SIGN_IN_METHOD', JOIN_BY_PROVIDER);
  }
  const { proofHash, ...invitation } = found;
  const isMailed = proof !== undefined && proofHash === fingerprint(proof);
  // A session may have begun with a password as well, so the mailbox has to be proved for it too.
  if (firstWayOf(found) === 'invitation' && !isMailed) throw refusal(OPEN_THE_MAIL, 'proof');
  return { ...invitation, isMailed };
}

/**
 * By what a newcomer is signed in who accepts an invitation with a new password. Where members have none to sign in
 * with, the link of the mail lets them in once, so that they can add a passkey; administrators are let in once anyway.
 */
export const firstWayOf = (invitation: { role: Membership['role']; signIn: { password: boolean } }) =>
  invitation.signIn.password || invitation.role === 'admin' ? ('password' as const) : ('invitation' as const);

/**
 * Turns an invitation into a membership. One statement deletes the invitation, so that its token works once.
 *
 * @throws INVALID_TOKEN if the token is unknown, used, revoked or expired, or the organization is being erased
 */
export async function redeemInvitation(
  tx: AccountDb,
  { deps, request }: Pick<AccountContext, 'deps' | 'request'>,
  { token, orgId, userId }: { token: string; orgId: string; userId: string },
): Promise<Membership> {
  const [organization] = await lockOrganization(tx, orgId);
  if (organization?.status === 'erasing') throw new PortalError('INVALID_TOKEN');
  const [used] = await tx
    .delete(invitations)
    .where(and(eq(invitations.tokenHash, fingerprint(token)), isPending))
    .returning({ orgId: invitations.orgId, role: invitations.role, email: invitations.email });
  if (!used) throw new PortalError('INVALID_TOKEN');

  const [membership] = await tx
    .insert(memberships)
    .values({ orgId: used.orgId, role: used.role, userId })
    .onConflictDoUpdate({ target: [memberships.orgId, memberships.userId], set: { lastUsedAt: sql`now()` } })
    .returning({ orgId: memberships.orgId, role: memberships.role, isNew: sql<boolean>`xmax = 0` });
  if (!membership) throw new Error('A membership was not inserted.');
  const { isNew, ...joined } = membership;
  await forgetRemoval(tx, deps, { ...joined, userId, email: used.email });
  if (isNew) await emitMemberEvent(deps, tx, { type: 'member.joined', ...joined, userId });
  await record(tx, request, { type: 'invitation_accepted', userId, orgId, details: { role: joined.role } });
  return joined;
}

/** Voids the pending invitations that somebody made who is no administrator any more. Returns their number. */
export async function voidInvitations(tx: AccountDb, orgId: string, invitedBy: string) {
  const made = and(eq(invitations.orgId, orgId), eq(invitations.invitedBy, invitedBy));
  return (await tx.delete(invitations).where(made).returning({ id: invitations.id })).length;
}

/** Deletes what has expired, but for the addresses that an operator is still to invite. */
export const sweepInvitations = (db: AccountDb) =>
  db.delete(invitations).where(and(lt(invitations.expiresAt, sql`now()`), not(invitations.unsent)));
