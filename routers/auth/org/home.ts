import { and, desc, eq, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { memberships, organizations, sessions, users } from '../../../db/schema/index.ts';

/** A place in an organization. */
export interface Seat {
  orgId: string;
  role: 'admin' | 'member';
}

type Owner = { id: string; email: string; name: string | null };

/** Opens an organization of the user's own, with them as its administrator. */
export async function openHome(
  tx: AccountDb,
  { id, email, name }: Owner,
  orgName = `${name ?? email.split('@')[0]}’s organization`,
): Promise<Seat> {
  const [organization] = await tx.insert(organizations).values({ name: orgName }).returning();
  if (!organization) throw new Error('An organization was not inserted.');
  const seat = { orgId: organization.id, role: 'admin' as const };
  await tx.insert(memberships).values({ ...seat, userId: id });
  return seat;
}

/** The organization that the user was in last, of those that they still belong to. */
export async function lastUsed(db: AccountDb, userId: string) {
  const [last] = await db
    .select({ orgId: memberships.orgId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(desc(memberships.lastUsedAt), desc(memberships.id))
    .limit(1);
  return last?.orgId;
}

/** Where somebody belongs changes one step after the other: their row is the queue. */
async function takeHold(tx: AccountDb, userId: string) {
  const { id, email, name } = users;
  const [user] = await tx.select({ id, email, name }).from(users).where(eq(id, userId)).for('no key update');
  if (!user) throw new Error('There is no such user.');
  return user;
}

/**
 * The organization to sign in to. Somebody who was removed from the last one is given one of their own: without, they
 * could never sign in to accept another invitation.
 */
export async function homeOf(db: AccountDb, userId: string): Promise<string> {
  const last = await lastUsed(db, userId);
  if (last) return last;

  return db.transaction(async (tx) => {
    // Sign-ins at once wait for each other here, or each of them would open a home.
    const user = await takeHold(tx, userId);
    return (await lastUsed(tx, userId)) ?? (await openHome(tx, user)).orgId;
  });
}

/** Notes that the user is now in the organization; says as what, and nothing when they do not belong to it. */
export async function enter(db: AccountDb, userId: string, orgId: string) {
  const [place] = await db
    .update(memberships)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(memberships.userId, userId), eq(memberships.orgId, orgId)))
    .returning({ role: memberships.role });
  return place?.role;
}

/** Moves the user's sessions out of an organization that they have left, to their next one; without one they end. */
export async function moveOut(tx: AccountDb, userId: string, orgId: string) {
  // Removed from two at once, they would else be moved from each to the other.
  await takeHold(tx, userId);
  const theirs = and(eq(sessions.userId, userId), eq(sessions.orgId, orgId));
  const next = await lastUsed(tx, userId);
  await (next ? tx.update(sessions).set({ orgId: next }).where(theirs) : tx.delete(sessions).where(theirs));
  return next;
}
