import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { memberships, type noticeKind, notificationSettings, users } from '../../../db/schema/index.ts';
import { lastUsedOrganization } from '../org/memberships.ts';

export type NoticeKind = (typeof noticeKind.enumValues)[number];

/** Whether a user wants mails of a kind: as they have set, else if their address is verified. */
export const isWanted = (kind: NoticeKind) =>
  sql<boolean>`coalesce(${notificationSettings[kind]}, ${users.emailVerified})`;

/** The account with an address, and the organization that it used last. */
export async function findReader(db: AccountDb, email: string) {
  const [user] = await db.select({ userId: users.id }).from(users).where(eq(users.email, email));
  return user && { ...user, orgId: await lastUsedOrganization(db, user.userId) };
}

interface Readers {
  kind: NoticeKind;
  /** Only administrators. */
  admins: boolean;
  /** A user who is left out. */
  except: string | null;
}

/**
 * The members of an organization with a verified address who want mails of a kind: at most 500, the size of an
 * organization.
 */
export const readersOf = (db: AccountDb, orgId: string, { kind, admins, except }: Readers) =>
  db
    .select({ userId: users.id, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(
      and(
        eq(memberships.orgId, orgId),
        eq(users.emailVerified, true),
        isWanted(kind),
        admins ? eq(memberships.role, 'admin') : undefined,
        except ? ne(users.id, except) : undefined,
      ),
    )
    .orderBy(asc(users.id))
    .limit(500);
