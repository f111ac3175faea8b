import { and, desc, eq, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { memberships, organizations, sessions, users } from '../../../db/schema/index.ts';
import { holdsAddress } from '../addresses-in-text.ts';

/** A user’s role in an organization. */
export interface Membership {
  orgId: string;
  role: 'admin' | 'member';
}

type NewOwner = { id: string; email: string; name: string | null };

// The name before the @ can be made to look like a web address as well.
const defaultName = (owner: string) => (holdsAddress(owner) ? 'New organization' : `${owner}’s organization`);

/** The names that an organization may have been given after its first administrator. */
export const ownNames = ({ email, name }: Pick<NewOwner, 'email' | 'name'>) =>
  [name, email.split('@')[0]].flatMap((owner) => (owner ? [defaultName(owner)] : []));

/** Creates an organization with the user as its administrator. */
export async function createOwnOrganization(
  tx: AccountDb,
  { id, email, name }: NewOwner,
  orgName = defaultName(name ?? email.split('@')[0] ?? ''),
): Promise<Membership> {
  const [organization] = await tx.insert(organizations).values({ name: orgName }).returning();
  if (!organization) throw new Error('An organization was not inserted.');
  const membership = { orgId: organization.id, role: 'admin' as const };
  await tx.insert(memberships).values({ ...membership, userId: id });
  return membership;
}

/** The organization that the user used last, among their current memberships. */
export async function lastUsedOrganization(db: AccountDb, userId: string) {
  const [last] = await db
    .select({ orgId: memberships.orgId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(desc(memberships.lastUsedAt), desc(memberships.id))
    .limit(1);
  return last?.orgId;
}

/**
 * Locks the user’s row, so that concurrent changes of their memberships run one after the other. Precedes other locks.
 */
export async function lockUser(tx: AccountDb, userId: string) {
  const { id, email, name } = users;
  const [user] = await tx.select({ id, email, name }).from(users).where(eq(id, userId)).for('no key update');
  if (!user) throw new Error('The user does not exist.');
  return user;
}

/**
 * The organization to sign in to. A user without a membership gets an organization of their own: otherwise they could
 * not sign in to accept another invitation.
 */
export async function ensureOrganization(db: AccountDb, userId: string): Promise<string> {
  const last = await lastUsedOrganization(db, userId);
  if (last) return last;

  return db.transaction(async (tx) => {
    // Locked, so that concurrent sign-ins create one organization and not one each.
    const user = await lockUser(tx, userId);
    return (await lastUsedOrganization(tx, userId)) ?? (await createOwnOrganization(tx, user)).orgId;
  });
}

/** Records that the user now uses the organization. Returns their role, or undefined without a membership. */
export async function markLastUsed(db: AccountDb, userId: string, orgId: string) {
  const [membership] = await db
    .update(memberships)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(memberships.userId, userId), eq(memberships.orgId, orgId)))
    .returning({ role: memberships.role });
  return membership?.role;
}

/**
 * Moves the user’s sessions from an organization they left to the one used last before; without one the sessions end.
 * The user’s row is locked: two concurrent removals would otherwise move the sessions to each other’s organization.
 */
export async function moveSessions(tx: AccountDb, userId: string, orgId: string) {
  const affected = and(eq(sessions.userId, userId), eq(sessions.orgId, orgId));
  const next = await lastUsedOrganization(tx, userId);
  await (next ? tx.update(sessions).set({ orgId: next }).where(affected) : tx.delete(sessions).where(affected));
  return next;
}
