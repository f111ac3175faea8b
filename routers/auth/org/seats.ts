import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { AccountDb } from '../../../db/handles.ts';
import { invitations, memberships, organizations } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { fingerprint } from '../../../server/identity/tokens.ts';
import type { Seat } from './home.ts';

// An organization has so many seats: a member sits on one, a pending invitation keeps one free.

/** Members and pending invitations of an organization together. */
export const SEATS_PER_ORGANIZATION = 500;

export const pending = gt(invitations.expiresAt, sql`now()`);

/** Who belongs to an organization changes one after the other: its row is the queue. Rows that only point at it need not wait. */
export const queueUp = (tx: AccountDb, orgId: string) =>
  tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, orgId)).for('no key update');

/**
 * The pending invitation that a token belongs to, for the address of whoever shows it where that is known.
 *
 * @throws INVALID_TOKEN for one that is unknown, used, voided or expired; FORBIDDEN for somebody else's
 */
export async function findInvitation(db: AccountDb, token: string, email?: string) {
  const [found] = await db
    .select({
      orgId: invitations.orgId,
      orgName: organizations.name,
      email: invitations.email,
      role: invitations.role,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.orgId))
    .where(and(eq(invitations.tokenHash, fingerprint(token)), pending));
  if (!found) throw new PortalError('INVALID_TOKEN');
  if (email !== undefined && email !== found.email)
    throw new PortalError('FORBIDDEN', 'This invitation was sent to another e-mail address.');
  return found;
}

/**
 * Turns an invitation into a membership. The token is used up by one statement: of twenty at once, one sits down.
 *
 * @throws INVALID_TOKEN for the others
 */
export async function takeSeat(
  tx: AccountDb,
  request: FastifyRequest,
  { token, orgId, userId }: { token: string; orgId: string; userId: string },
): Promise<Seat> {
  await queueUp(tx, orgId);
  const [used] = await tx
    .delete(invitations)
    .where(and(eq(invitations.tokenHash, fingerprint(token)), pending))
    .returning({ orgId: invitations.orgId, role: invitations.role });
  if (!used) throw new PortalError('INVALID_TOKEN');

  const [seat] = await tx
    .insert(memberships)
    .values({ ...used, userId })
    .onConflictDoUpdate({ target: [memberships.orgId, memberships.userId], set: { lastUsedAt: sql`now()` } })
    .returning({ orgId: memberships.orgId, role: memberships.role });
  if (!seat) throw new Error('A membership was not inserted.');
  await record(tx, request, { type: 'invitation_accepted', userId, orgId, details: { role: seat.role } });
  return seat;
}

export const sweepInvitations = (db: AccountDb) => db.delete(invitations).where(lt(invitations.expiresAt, sql`now()`));
