import { and, desc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { invitations, memberships, users } from '../../db/schema/index.ts';
import { invalid, notFound, PortalError } from '../../server/errors.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { CreatedInvitation, Email, mailboxOf, requireSeatInPlan, waysIn, withinMailLimit } from '../auth/public.ts';
import { planGrants } from '../plans/granted.ts';
import { ById, Id, Ok } from '../values/shapes.ts';
import { holdRole, noteAction } from './actions.ts';
import { findClient, lockClient } from './client-record.ts';
import { inviteToClient } from './new-client.ts';
import { operatorRoutes } from './shapes.ts';

const { orgId, role, invitedBy, createdAt, email: address } = invitations;

/** The invitation that an operator made last, and that nobody has accepted yet. */
async function lastInvited(db: AccountDb, clientId: string) {
  const [last] = await db
    .select({ email: address, role, invitedBy })
    .from(invitations)
    .where(and(eq(orgId, clientId), eq(role, 'admin'), isNull(invitedBy)))
    .orderBy(desc(createdAt))
    .limit(1);
  return last;
}

/** An invitation that nobody has accepted, whoever made it. @throws NOT_FOUND */
async function findInvitation(db: AccountDb, clientId: string, id: string) {
  const [found] = await db
    .select({ email: address, role, invitedBy })
    .from(invitations)
    .where(and(eq(orgId, clientId), eq(invitations.id, id)));
  if (!found) throw notFound();
  return found;
}

/** Whom to invite. @throws NOT_FOUND; VALIDATION_ERROR where the input and the client name nobody */
async function seatOf(db: AccountDb, { id, adminEmail, invitationId }: z.infer<typeof Invite>) {
  if (invitationId) return findInvitation(db, id, invitationId);
  if (adminEmail) return { email: adminEmail, role: 'admin' as const, invitedBy: null };
  const last = await lastInvited(db, id);
  if (!last) throw invalid('adminEmail', 'is needed: nobody was invited who has not joined');
  return last;
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

const Invite = ById.extend({
  adminEmail: Email.describe('Another address to invite as an administrator.').optional(),
  invitationId: Id.describe('An open invitation to send again, of a member too: it keeps its role.').optional(),
});

export const clientInviteProcedures = {
  invite: operatorProcedure
    .meta(
      operatorRoutes.post('/operator/clients/{id}/invite', 'Invite the first administrator of a client', {
        description:
          'Emails an invitation to the address that the client was created with, or to another one, or sends an open one again. An earlier link of the address stops working. One mailbox gets at most five invitation emails a day; the link is in the response in any case. A member is sent none where the client requires single sign-on, and the domain of the address is not verified for it.',
        returns: 'The invitation, with its token and link.',
        status: 201,
        example: { body: { adminEmail: 'owner@harborstreetdental.example' } },
        errors: ['ALREADY_MEMBER', 'INVALID_TRANSITION', 'PLAN_LIMIT'],
        secrets: ['invitation.token', 'invitation.inviteUrl'],
      }),
    )
    .input(Invite)
    .output(Ok.extend({ invitation: CreatedInvitation }))
    .mutation(async ({ ctx, input }) => {
      const { id } = input;
      await findClient(ctx.db, id);
      const seat = await seatOf(ctx.db, input);
      const { email } = seat;
      await ctx.deps.use(waysIn).require({ orgId: id, ...seat });
      const granted = await ctx.deps.use(planGrants).of(id);
      const mayMail = await withinMailLimit(ctx, mailboxOf(email), 'invitationsTo');
      const invitation = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        const client = await lockClient(tx, id);
        if (client.status === 'erasing')
          throw new PortalError('INVALID_TRANSITION', 'This client is being erased. Keep it first.');
        if (client.prospectUntil) throw new PortalError('INVALID_TRANSITION', 'Nobody joins a prospect. Win it first.');
        await requireStranger(tx, id, email);
        await requireSeatInPlan(tx, id, email, granted);
        await noteAction(tx, ctx, 'client_invited', { orgId: id });
        // It may have been accepted or withdrawn meanwhile.
        const still = input.invitationId ? await findInvitation(tx, id, input.invitationId) : seat;
        return inviteToClient(tx, ctx, { ...ctx.deps, mayMail }, { ...still, client, invite: true });
      });
      return { ok: true, invitation };
    }),
};
