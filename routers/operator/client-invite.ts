import { and, desc, eq, isNull } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { invitations, memberships, users } from '../../db/schema/index.ts';
import { invalid, PortalError } from '../../server/errors.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { CreatedInvitation, Email, mailboxOf, requireSeatInPlan, withinMailLimit } from '../auth/public.ts';
import { planGrants } from '../plans/granted.ts';
import { ById, Ok } from '../values/shapes.ts';
import { holdRole, noteAction } from './actions.ts';
import { findClient, lockClient } from './client-record.ts';
import { inviteAdministrator } from './new-client.ts';
import { operatorRoutes } from './shapes.ts';

/** The address that an operator invited last, and that has not joined yet. */
async function lastInvited(db: AccountDb, clientId: string): Promise<string | undefined> {
  const { orgId, role, invitedBy, createdAt, email } = invitations;
  const [last] = await db
    .select({ email })
    .from(invitations)
    .where(and(eq(orgId, clientId), eq(role, 'admin'), isNull(invitedBy)))
    .orderBy(desc(createdAt))
    .limit(1);
  return last?.email;
}

/** @throws ALREADY_MEMBER */
async function requireStranger(tx: AccountDb, orgId: string, email: string) {
  const [member] = await tx
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.orgId, orgId), eq(users.email, email)));
  if (member) throw new PortalError('ALREADY_MEMBER');
}

export const clientInviteProcedures = {
  invite: operatorProcedure
    .meta(
      operatorRoutes.post('/operator/clients/{id}/invite', 'Invite the first administrator of a client', {
        description:
          'Emails an invitation to the address that the client was created with, or to another one. An earlier link of the address stops working. One mailbox gets at most five invitation emails a day; the link is in the response in any case.',
        returns: 'The invitation, with its token and link.',
        status: 201,
        errors: ['ALREADY_MEMBER', 'INVALID_TRANSITION', 'PLAN_LIMIT'],
        secrets: ['invitation.token', 'invitation.inviteUrl'],
      }),
    )
    .input(ById.extend({ adminEmail: Email.describe('Another address to invite.').optional() }))
    .output(Ok.extend({ invitation: CreatedInvitation }))
    .mutation(async ({ ctx, input: { id, adminEmail } }) => {
      await findClient(ctx.db, id);
      const email = adminEmail ?? (await lastInvited(ctx.db, id));
      if (!email) throw invalid('adminEmail', 'is needed: nobody was invited who has not joined');
      const granted = await ctx.deps.use(planGrants).of(id);
      const mayMail = await withinMailLimit(ctx, mailboxOf(email), 'invitationsTo');
      const invitation = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        const client = await lockClient(tx, id);
        if (client.prospectUntil) throw new PortalError('INVALID_TRANSITION', 'Nobody joins a prospect. Win it first.');
        await requireStranger(tx, id, email);
        await requireSeatInPlan(tx, id, email, granted);
        await noteAction(tx, ctx, 'client_invited', { orgId: id });
        return inviteAdministrator(tx, ctx, { ...ctx.deps, mayMail }, { client, email, invite: true });
      });
      return { ok: true, invitation };
    }),
};
