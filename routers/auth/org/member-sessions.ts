import { and, eq } from 'drizzle-orm';
import { sessions } from '../../../db/schema/index.ts';
import { clearSessionCookies } from '../../../server/identity/cookies.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { adminOnly, signedInProcedure } from '../../../server/trpc/procedures.ts';
import { ById, Ok } from '../../values/shapes.ts';
import { withinMailLimit } from '../mail-limits.ts';
import { sessionsEndedByAdminMail } from '../mails.ts';
import { organizationRoutes } from '../routes.ts';
import { lockMember, subjectOf } from './members.ts';

export const endMemberSessions = signedInProcedure
  .meta(
    organizationRoutes.del('/auth/org/members/{id}/sessions', 'End a member’s sessions', {
      description:
        'Ends the member’s sessions in the organization at once; those in other organizations go on. The member is notified by email if a session ended. Administrators only.',
      returns: 'The sessions have ended.',
    }),
  )
  .input(ById)
  .use(adminOnly)
  .output(Ok)
  .mutation(async ({ ctx, input: { id } }) => {
    const { db, deps, tenant, user, request, reply } = ctx;
    const orgId = tenant.clientId;
    const member = await db.transaction(async (tx) => {
      const found = await lockMember(tx, ctx, id);
      const { userId, email } = found;
      const theirs = and(eq(sessions.userId, userId), eq(sessions.orgId, orgId));
      const ended = await tx.delete(sessions).where(theirs).returning({ id: sessions.id });
      if (ended.length === 0) return found;

      if (userId !== user.id && (await withinMailLimit(ctx, email, 'warningsTo')))
        await deps.mail.queue(tx, email, sessionsEndedByAdminMail(tenant.name));
      const details = { sessions: ended.length };
      await record(tx, request, { type: 'member_sessions_ended', ...subjectOf(found, orgId, user), details });
      return found;
    });
    if (member.userId === user.id) clearSessionCookies(reply);
    return { ok: true };
  });
