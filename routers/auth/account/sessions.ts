import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sessions } from '../../../db/schema/index.ts';
import { notFound } from '../../../server/errors.ts';
import { clearSessionCookies } from '../../../server/identity/cookies.ts';
import { SESSION } from '../../../server/identity/lifetimes.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { signedInProcedure } from '../../../server/trpc/ladder.ts';
import { ById, Nothing, Ok, Timestamp } from '../../shapes.ts';
import { authRoutes } from '../routes.ts';

const { get, post, del } = authRoutes('Account');

const Session = z.object({
  id: z.uuid(),
  ipAddress: z.string(),
  userAgent: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  /** Whether it is the one that asks. */
  current: z.boolean(),
});

export const sessionProcedures = {
  list: signedInProcedure
    .meta(get('/auth/account/sessions', 'One’s own active sessions, newest first'))
    .output(z.array(Session))
    .query(async ({ ctx: { db, user, session } }) => {
      const rows = await db
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, user.id), gt(sessions.expiresAt, sql`now()`)))
        .orderBy(desc(sessions.createdAt), desc(sessions.publicId))
        .limit(SESSION.perUser);
      return rows.map((row) => ({ ...row, id: row.publicId, current: row.id === session.id }));
    }),

  remove: signedInProcedure
    .meta(del('/auth/account/sessions/{id}', 'End one of one’s own sessions'))
    .input(ById)
    .output(Ok)
    .mutation(async ({ ctx: { db, user, session, request, reply }, input }) => {
      const ended = await db.transaction(async (tx) => {
        const [row] = await tx
          .delete(sessions)
          .where(and(eq(sessions.publicId, input.id), eq(sessions.userId, user.id)))
          .returning({ id: sessions.id, sessionId: sessions.publicId, ipAddress: sessions.ipAddress });
        if (!row) throw notFound();

        const { id, ...details } = row;
        const about = { userId: user.id, orgId: session.organization.clientId };
        await record(tx, request, { type: 'session_revoked', ...about, details });
        return { id };
      });

      if (ended.id === session.id) clearSessionCookies(reply);
      return { ok: true };
    }),

  revokeOthers: signedInProcedure
    .meta(post('/auth/account/sessions/revoke-others', 'End all of one’s own sessions but this one'))
    .input(Nothing)
    .output(Ok)
    .mutation(async ({ ctx: { db, user, session, request } }) => {
      await db.transaction(async (tx) => {
        const others = and(eq(sessions.userId, user.id), ne(sessions.id, session.id));
        const ended = await tx.delete(sessions).where(others).returning({ id: sessions.id });
        const about = { userId: user.id, orgId: session.organization.clientId };
        const details = { sessions: ended.length };
        if (ended.length > 0) await record(tx, request, { type: 'other_sessions_revoked', ...about, details });
      });
      return { ok: true };
    }),
};
