import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import type { AccountDb } from '../../db/handles.ts';
import { organizations, sessions } from '../../db/schema/index.ts';
import { SESSION } from './lifetimes.ts';
import { type FoundSession, sessionLookUp } from './session-look-up.ts';
import { fingerprint, newToken } from './tokens.ts';

// The only file that uses Lucia. It adds to Lucia’s sliding sessions an absolute lifetime, a stored hash instead of the
// cookie’s value, and look-ups shared by concurrent requests (session-look-up.ts).

type Find = (id: string) => Promise<FoundSession | undefined>;
type NewSession = { tx: AccountDb; orgId: string; ipAddress: string; userAgent: string; twoFactors: boolean };

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<ReturnType<typeof sessionAttributes>, FoundSession['user']>;
    DatabaseSessionAttributes: FoundSession | NewSession;
    DatabaseUserAttributes: FoundSession['user'];
  }
}

const sessionAttributes = (found: FoundSession) => {
  const { publicId, signedInAt, twoFactors, role, organization, activeRecently, lacksSecondFactor, calls } = found;
  return { publicId, signedInAt, twoFactors, role, organization, activeRecently, lacksSecondFactor, calls };
};

function adapter(db: AccountDb, find: Find): Adapter {
  const noSessions = async () => [];
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
      const { tx, ...facts } = attributes as NewSession;
      await tx.insert(sessions).values({ id, userId, expiresAt, ...facts });
    },
    // Extended by `extend` below, once the call has succeeded: a call that fails changes nothing.
    async updateSessionExpiration() {},
    async deleteSession(id) {
      await db.delete(sessions).where(eq(sessions.id, id));
    },
    async deleteUserSessions(userId) {
      await db.delete(sessions).where(eq(sessions.userId, userId));
    },
    async deleteExpiredSessions() {
      await db.delete(sessions).where(lt(sessions.expiresAt, new Date()));
    },
    getUserSessions: noSessions,
  };
}

/** Starts, checks and sweeps sessions. Cookies hold tokens; session ids are their fingerprints. */
export function sessionStore(db: AccountDb) {
  const luciaWith = (find: Find) =>
    new Lucia(adapter(db, find), {
      sessionExpiresIn: new TimeSpan(SESSION.sliding, 'ms'),
      getSessionAttributes: (attributes) => sessionAttributes(attributes as FoundSession),
      getUserAttributes: (attributes) => attributes,
    });
  const { plain, counted } = sessionLookUp(db);
  const lucia = luciaWith(plain);
  const countingLucia = luciaWith(counted);

  /** Keeps the newest sessions: the list of sessions has a maximum length. */
  const prune = (tx: AccountDb, userId: string) => {
    const newest = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
    const oldest = newest.orderBy(sql`${sessions.createdAt} desc`).offset(SESSION.perUser);
    return tx.delete(sessions).where(inArray(sessions.id, oldest));
  };

  return {
    /** Starts a session, in the transaction of the sign-in. */
    async start(tx: AccountDb, userId: string, attributes: Omit<NewSession, 'tx'>) {
      const token = newToken();
      const { expiresAt } = await lucia.createSession(userId, { tx, ...attributes }, { sessionId: fingerprint(token) });
      await prune(tx, userId);
      return { token, expiresAt };
    },
    check: (token: string, { counting }: { counting: boolean }) =>
      (counting ? countingLucia : lucia).validateSession(fingerprint(token)),
    /** Counts further calls of a session, in the statement of a check at the same moment. */
    async countFurther(token: string, calls: number) {
      if (calls < 1) return [];
      const id = fingerprint(token);
      const found = await Promise.all(Array.from({ length: calls }, () => counted(id)));
      return found.flatMap((session) => session?.calls ?? []);
    },
    /**
     * Extends a session whose check says `fresh`, to at most its absolute lifetime. Returns the new expiry; undefined
     * where that is reached already, or another call was first.
     */
    async extend({ id, expiresAt }: { id: string; expiresAt: Date }) {
      const end = sql`least(${expiresAt.toISOString()}::timestamptz, ${sessions.createdAt} + ${SESSION.atMost} * interval '1 ms')`;
      const [extended] = await db
        .update(sessions)
        .set({ expiresAt: end })
        .where(and(eq(sessions.id, id), sql`${sessions.expiresAt} < ${end}`))
        .returning({ expiresAt: sessions.expiresAt });
      return extended?.expiresAt;
    },
    /**
     * Marks an organization as used by a member. It does not wait for whoever changes the organization at the moment.
     */
    async markActive(orgId: string) {
      const { id, lastActiveAt } = organizations;
      await db.execute(sql`update ${organizations} set last_active_at = now() where ${id} = (
        select ${id} from ${organizations} where ${id} = ${orgId}
          and coalesce(${lastActiveAt} < now() - interval '5 minutes', true) for no key update skip locked)`);
    },
    sweep: () => lucia.deleteExpiredSessions(),
  };
}

export type SessionStore = ReturnType<typeof sessionStore>;
export type LiveSession = Extract<Awaited<ReturnType<SessionStore['check']>>, { user: object }>;
