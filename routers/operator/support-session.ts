import { desc, eq, inArray, or } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { supportSessions, users } from '../../db/schema/index.ts';
import { minutes } from '../../server/durations.ts';
import { PortalError } from '../../server/errors.ts';
import { sessionToken, setSessionCookies } from '../../server/identity/cookies.ts';
import { record } from '../../server/identity/security-trail.ts';
import { endSupportSessions, operatorName } from '../../server/identity/support-sessions.ts';
import { decryptOwnToken, encryptOwnToken, fingerprint, newSupportToken } from '../../server/identity/tokens.ts';
import { assertMayChange } from '../../server/trpc/admit-operator.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { OrgId, OrgName } from '../auth/public.ts';
import { ById, Data, Nothing, Ok, Timestamp } from '../values/shapes.ts';
import { holdRole, noteAction } from './actions.ts';
import { lockClient } from './client-record.ts';
import { operatorRoutes, Reason } from './shapes.ts';

const { post, del } = operatorRoutes;

const MOST_MINUTES = 60;
/** Support sessions of one person at a time; the next one ends the oldest. */
const AT_ONCE = 20;
const SHORTEST_REASON = 10;

const SupportRequest = ById.extend({
  reason: Reason.refine(
    (text) => [...text].length >= SHORTEST_REASON,
    `must have at least ${SHORTEST_REASON} characters`,
  ).meta({
    description: 'The reason, which the client can read too.',
    minLength: SHORTEST_REASON,
    maxLength: 500,
    example: 'The client asks why its listings are not found.',
  }),
  minutes: z.number().int().min(1).max(MOST_MINUTES).describe('Minutes until the session ends.'),
  write: z.boolean().default(false).describe('Whether it may change the data of the client; for operators only.'),
});

const SupportSession = z
  .object({
    client: z.object({ id: OrgId, name: OrgName }).describe('The client that the session sees.'),
    by: z.string().meta({ description: 'Name of the operator, as the client sees it.', example: 'Olga Berg' }),
    reason: z.string().meta({
      description: 'The reason.',
      example: 'The client asks why its listings are not found.',
    }),
    write: z.boolean().describe('Whether the session may change the data of the client.'),
    expiresAt: Timestamp.describe('When the session ends.'),
  })
  .meta({ id: 'SupportSession', description: 'A session in which an operator sees a client as a member does.' });

/** Ends the oldest sessions of a person, so that there is room for another. */
async function makeRoom(tx: AccountDb, userId: string) {
  const old = await tx
    .select({ id: supportSessions.id })
    .from(supportSessions)
    .where(eq(supportSessions.userId, userId))
    .orderBy(desc(supportSessions.createdAt))
    .offset(AT_ONCE - 1);
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await endSupportSessions(tx, inArray(supportSessions.id, ids));
}

async function nameOf(tx: AccountDb, userId: string) {
  const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId));
  return operatorName(user?.name);
}

export const startSupport = {
  supportSession: operatorProcedure
    .meta(
      post('/operator/clients/{id}/support-session', 'Start a support session', {
        description:
          'Sets the cookies of a session that sees the client as a member does; `DELETE /operator/support-session` returns to the session before. It reads only (`READ_ONLY`), unless an operator who signed in within the hour asks for `write`. It never changes accounts, members, keys or billing, and reads no exports. Its start, its end and every change are in the client’s security trail. It ends on time, on sign-out, with the role of the operator, and when the client is suspended.',
        returns: 'The session, whose cookies are set.',
        creates: false,
        forSupportRole: true,
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(SupportRequest)
    .output(Data(SupportSession))
    .mutation(async ({ ctx, input: { id, reason, write, ...input } }) => {
      const { db, request, reply, user, session, platformRole } = ctx;
      if (write) assertMayChange(platformRole, session);
      const token = newSupportToken();
      const expiresAt = new Date(Date.now() + minutes(input.minutes));
      const data = await db.transaction(async (tx) => {
        await holdRole(tx, ctx, write ? ['operator'] : ['operator', 'support']);
        const client = await lockClient(tx, id);
        if (client.status !== 'active')
          throw new PortalError('INVALID_TRANSITION', 'This client is suspended. Resume it first.');

        await makeRoom(tx, user.id);
        await tx.insert(supportSessions).values({
          id: fingerprint(token),
          orgId: id,
          userId: user.id,
          operatorId: user.id,
          sessionId: session.id,
          ownToken: encryptOwnToken(token, sessionToken(request) ?? ''),
          reason,
          writes: write,
          expiresAt,
        });
        const by = await nameOf(tx, user.id);
        const details = { reason, write, expiresAt: expiresAt.toISOString() };
        await record(tx, request, { type: 'support_session_started', orgId: id, actor: by, details });
        await noteAction(tx, ctx, 'support_session_started', { orgId: id, reason });
        return { client: { id, name: client.name }, by, reason, write, expiresAt };
      });

      setSessionCookies(reply, token, expiresAt);
      return { ok: true, data };
    }),
};

export const endSupport = {
  supportSession: operatorProcedure
    .meta(
      del('/operator/support-session', 'End the support session', {
        description:
          'Ends the support session and sets the cookies of the operator’s own session again. In an own session it ends the support sessions that were started from it, if any.',
        returns: 'The support session has ended.',
        support: 'always',
        forSupportRole: true,
      }),
    )
    .input(Nothing)
    .output(Ok)
    .mutation(async ({ ctx }) => {
      const { db, request, reply, session, support } = ctx;
      const { id, sessionId } = supportSessions;
      const which = or(eq(id, session.id), eq(sessionId, session.id));
      if (which) await db.transaction((tx) => endSupportSessions(tx, which, request));
      const token = sessionToken(request);
      if (support && token)
        setSessionCookies(reply, decryptOwnToken(token, support.own.encryptedOwnToken), support.own.expiresAt);
      return { ok: true };
    }),
};
