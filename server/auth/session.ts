import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import type { Db } from '../../db/connection.ts';
import { memberships, organizations, sessions, users } from '../../db/schema/index.ts';
import { batched } from '../batched.ts';
import { SESSION } from '../limits.ts';
import { fingerprint, newToken } from './tokens.ts';

// The one file that knows Lucia. It keeps what Lucia gets right (sliding life, validation in one place) and adds what
// it lacks: an absolute end, a stored hash instead of the cookie's value, and one look-up for many requests.

type Row = Awaited<ReturnType<ReturnType<typeof prepareLookUp>['execute']>>[number];
type Facts = Omit<Row, 'id' | 'userId' | 'expiresAt' | 'user'>;
type Writer = Pick<Db, 'select' | 'insert' | 'delete'>;
type Fresh = { tx: Writer; orgId: string; ipAddress: string; userAgent: string };

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<Facts, Row['user']>;
    DatabaseSessionAttributes: Facts | Fresh;
    DatabaseUserAttributes: Row['user'];
  }
}

// The membership is joined: a session outlives neither its user nor the place in the organization.
const prepareLookUp = (db: Db) =>
  db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      expiresAt: sessions.expiresAt,
      publicId: sessions.publicId,
      signedInAt: sessions.signedInAt,
      role: memberships.role,
      user: { id: users.id, email: users.email, emailVerified: users.emailVerified },
      organization: {
        clientId: organizations.id,
        name: organizations.name,
        vertical: organizations.vertical,
        timezone: organizations.timezone,
        scoresVersion: organizations.scoresVersion,
        factsVersion: organizations.factsVersion,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(memberships, and(eq(memberships.orgId, sessions.orgId), eq(memberships.userId, sessions.userId)))
    .innerJoin(organizations, eq(organizations.id, sessions.orgId))
    .where(sql`${sessions.id} = any(${sql.placeholder('ids')}::text[])`)
    .prepare('session_look_up');

/** Look-ups that arrive together share one query; each still asks the database after its request came in. */
function sharedLookUp(db: Db) {
  const query = prepareLookUp(db);
  return batched<string, Row | undefined>(async (ids) => {
    const rows = await query.execute({ ids: makePgArray([...new Set(ids)]) });
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id));
  });
}

function adapter(db: Db): Adapter {
  const lookUp = sharedLookUp(db);
  const nothing = async () => [];
  return {
    async getSessionAndUser(id): Promise<[DatabaseSession | null, DatabaseUser | null]> {
      const row = await lookUp(id);
      if (!row) return [null, null];
      const { id: _, userId, expiresAt, user, ...attributes } = row;
      return [
        { id, userId, expiresAt, attributes },
        { id: userId, attributes: user },
      ];
    },
    async setSession({ id, userId, expiresAt, attributes }) {
      const { tx, orgId, ipAddress, userAgent } = attributes as Fresh;
      await tx.insert(sessions).values({ id, userId, expiresAt, orgId, ipAddress, userAgent });
    },
    async updateSessionExpiration(id, expiresAt) {
      const end = sql`least(${expiresAt.toISOString()}::timestamptz, ${sessions.createdAt} + ${SESSION.atMost} * interval '1 ms')`;
      await db
        .update(sessions)
        .set({ expiresAt: end })
        .where(and(eq(sessions.id, id), sql`${sessions.expiresAt} < ${end}`));
    },
    async deleteSession(id) {
      await db.delete(sessions).where(eq(sessions.id, id));
    },
    async deleteUserSessions(userId) {
      await db.delete(sessions).where(eq(sessions.userId, userId));
    },
    async deleteExpiredSessions() {
      await db.delete(sessions).where(lt(sessions.expiresAt, new Date()));
    },
    getUserSessions: nothing,
  };
}

/** Makes, checks and ends sessions. Tokens are what cookies carry; ids are their fingerprints. */
export function sessionKeeper(db: Db) {
  const lucia = new Lucia(adapter(db), {
    sessionExpiresIn: new TimeSpan(SESSION.sliding, 'ms'),
    getSessionAttributes: (attributes) => attributes as Facts,
    getUserAttributes: (attributes) => attributes,
  });

  /** The newest ones stay: a list that someone reads must have an end. */
  const prune = (tx: Writer, userId: string) => {
    const newest = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
    const oldest = newest.orderBy(sql`${sessions.createdAt} desc`).offset(SESSION.perUser);
    return tx.delete(sessions).where(inArray(sessions.id, oldest));
  };

  return {
    /** A new session, in the transaction of the sign-in. */
    async start(tx: Writer, userId: string, facts: Omit<Fresh, 'tx'>) {
      const token = newToken();
      const { expiresAt } = await lucia.createSession(userId, { tx, ...facts }, { sessionId: fingerprint(token) });
      await prune(tx, userId);
      return { token, expiresAt };
    },
    check: (token: string) => lucia.validateSession(fingerprint(token)),
    sweep: () => lucia.deleteExpiredSessions(),
  };
}

export type SessionKeeper = ReturnType<typeof sessionKeeper>;
export type LiveSession = Extract<Awaited<ReturnType<SessionKeeper['check']>>, { user: object }>;
