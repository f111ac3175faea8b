import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import type { AccountDb } from '../../db/handles.ts';
import { sessions } from '../../db/schema/index.ts';
import { SESSION } from './lifetimes.ts';
import { type FoundSession, sessionLookUp } from './session-look-up.ts';
import { fingerprint, newToken } from './tokens.ts';

// The one file that knows Lucia. It keeps what Lucia gets right (sliding life, validation in one place) and adds what
// it lacks: an absolute end, a stored hash instead of the cookie's value, and one look-up for many requests
// (session-look-up.ts).

type Find = (id: string) => Promise<FoundSession | undefined>;
type Writer = AccountDb;
type Fresh = { tx: Writer; orgId: string; ipAddress: string; userAgent: string };

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<ReturnType<typeof aboutSession>, FoundSession['user']>;
    DatabaseSessionAttributes: FoundSession | Fresh;
    DatabaseUserAttributes: FoundSession['user'];
  }
}

const aboutSession = ({ publicId, signedInAt, role, organization, calls }: FoundSession) => ({
  publicId,
  signedInAt,
  role,
  organization,
  calls,
});

function adapter(db: AccountDb, find: Find): Adapter {
  const nothing = async () => [];
  return {
    async getSessionAndUser(id): Promise<[DatabaseSession | null, DatabaseUser | null]> {
      const found = await find(id);
      if (!found) return [null, null];
      const { userId, expiresAt, user } = found;
      return [
        { id, userId, expiresAt, attributes: found },
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
export function sessionKeeper(db: AccountDb) {
  const luciaWith = (find: Find) =>
    new Lucia(adapter(db, find), {
      sessionExpiresIn: new TimeSpan(SESSION.sliding, 'ms'),
      getSessionAttributes: (attributes) => aboutSession(attributes as FoundSession),
      getUserAttributes: (attributes) => attributes,
    });
  const { plain, counted } = sessionLookUp(db);
  const lucia = luciaWith(plain);
  const countingLucia = luciaWith(counted);

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
    check: (token: string, { counting }: { counting: boolean }) =>
      (counting ? countingLucia : lucia).validateSession(fingerprint(token)),
    sweep: () => lucia.deleteExpiredSessions(),
  };
}

export type SessionKeeper = ReturnType<typeof sessionKeeper>;
export type LiveSession = Extract<Awaited<ReturnType<SessionKeeper['check']>>, { user: object }>;
