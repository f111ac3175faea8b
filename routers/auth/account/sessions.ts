import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sessions } from '../../../db/schema/index.ts';
import { notFound } from '../../../server/errors.ts';
import { clearSessionCookies } from '../../../server/identity/cookies.ts';
import { SESSION } from '../../../server/identity/lifetimes.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { KEY } from '../../../server/lists/cursor.ts';
import { keyset } from '../../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../../server/lists/page.ts';
import { signedInProcedure } from '../../../server/trpc/procedures.ts';
import { ById, Nothing, Ok, Paging, Timestamp } from '../../values/shapes.ts';
import { lockCaller } from '../lock-caller.ts';
import { authRoutes } from '../routes.ts';

const { get, post, del } = authRoutes('Account');

const Session = z
  .object({
    id: z.uuid().meta({ description: 'Session id.', example: '5d0c8b7a-2f4e-4c19-8b36-0e7d1a9f6c52' }),
    ipAddress: z.string().meta({ description: 'IP address at sign-in.', example: '203.0.113.24' }),
    userAgent: z.string().meta({
      description: 'User agent at sign-in.',
      example: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:135.0) Gecko/20100101 Firefox/135.0',
    }),
    createdAt: Timestamp.describe('When the session started.'),
    expiresAt: Timestamp.describe('When the session ends unless it is used again.'),
    current: z.boolean().describe('Whether this request was made with the session.'),
  })
  .meta({ id: 'Session', description: 'An active session of the signed-in user.' });

const order = keyset('sessions', 'desc', [sessions.createdAt, KEY.moment], [sessions.publicId, KEY.id]);

export const sessionProcedures = {
  list: signedInProcedure
    .meta(
      get('/auth/account/sessions', 'List sessions', {
        description: 'The active sessions of the signed-in user, in every organization. A user has at most 100.',
        returns: 'The active sessions, newest first.',
        ...PAGED,
      }),
    )
    .input(Paging(SESSION.perUser, SESSION.perUser))
    .output(z.array(Session))
    .query(async ({ ctx, input }) => {
      const { db, user, session } = ctx;
      const rows = await db
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, user.id), gt(sessions.expiresAt, sql`now()`), order.after(input.after)))
        .orderBy(...order.orderBy)
        .limit(input.limit + 1);
      const page = endPage(ctx, input, rows, (row) => order.cursorOf([row.createdAt.toISOString(), row.publicId]));
      return page.map((row) => ({ ...row, id: row.publicId, current: row.id === session.id }));
    }),

  remove: signedInProcedure
    .meta(
      del('/auth/account/sessions/{id}', 'Revoke a session', {
        description: 'Ends one of the signed-in user’s sessions at once. Revoking the current session signs out.',
        returns: 'The session has ended.',
      }),
    )
    .input(ById)
    .output(Ok)
    .mutation(async ({ ctx, input }) => {
      const { db, user, session, request, reply } = ctx;
      const ended = await db.transaction(async (tx) => {
        await lockCaller(tx, ctx);
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
    .meta(
      post('/auth/account/sessions/revoke-others', 'Revoke all other sessions', {
        description: 'Ends every session of the signed-in user except the current one.',
        returns: 'All other sessions have ended.',
        creates: false,
      }),
    )
    .input(Nothing)
    .output(Ok)
    .mutation(async ({ ctx }) => {
      const { db, user, session, request } = ctx;
      await db.transaction(async (tx) => {
        await lockCaller(tx, ctx);
        const otherSessions = and(eq(sessions.userId, user.id), ne(sessions.id, session.id));
        const ended = await tx.delete(sessions).where(otherSessions).returning({ id: sessions.id });
        const about = { userId: user.id, orgId: session.organization.clientId };
        const details = { sessions: ended.length };
        if (ended.length > 0) await record(tx, request, { type: 'other_sessions_revoked', ...about, details });
      });
      return { ok: true };
    }),
};
