import { and, count, eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { invitations, memberships, users } from '../../../db/schema/index.ts';
import { invalid, notFound, PortalError } from '../../../server/errors.ts';
import { record } from '../../../server/identity/security-trail.ts';
import type { LiveSession } from '../../../server/identity/session.ts';
import { newToken } from '../../../server/identity/tokens.ts';
import { endPage, PAGED } from '../../../server/lists/page.ts';
import type { RequestContext } from '../../../server/trpc/context.ts';
import { adminOnly, limited, signedInProcedure } from '../../../server/trpc/procedures.ts';
import { type Granted, planGrants } from '../../plans/granted.ts';
import { ById, Data, Ok, Paging } from '../../values/shapes.ts';
import { lockAdmin } from '../lock-caller.ts';
import { mailboxOf, withinMailLimit } from '../mail-limits.ts';
import { invitationMail } from '../mails.ts';
import { organizationRoutes } from '../routes.ts';
import { Email, Role } from '../shapes.ts';
import { requireWayIn, shutOutOf } from '../sso/invited-domain.ts';
import {
  CreatedInvitation,
  Invitation,
  newestFirst,
  pendingInvitations,
  storeInvitation,
  withLink,
} from './pending-invitations.ts';
import { requireSeatInPlan } from './plan-seats.ts';
import { isPending, SEATS_PER_ORGANIZATION } from './seats.ts';

const { get, post, del } = organizationRoutes;

const NewInvitation = z.object({
  email: Email.describe('Address to invite.'),
  role: Role.default('member').describe('Role after acceptance.'),
});

/** @throws ALREADY_MEMBER for the address of a member; VALIDATION_ERROR, PLAN_LIMIT if the organization is full */
async function requireFreeSeat(tx: AccountDb, orgId: string, email: string, granted: Granted) {
  const ofOrganization = eq(memberships.orgId, orgId);
  const [existing] = await tx
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(ofOrganization, eq(users.email, email)));
  if (existing) throw new PortalError('ALREADY_MEMBER');

  const otherInvitations = and(eq(invitations.orgId, orgId), ne(invitations.email, email), isPending);
  const [joined] = await tx.select({ members: count() }).from(memberships).where(ofOrganization);
  const [invited] = await tx.select({ invitations: count() }).from(invitations).where(otherInvitations);
  if ((joined?.members ?? 0) + (invited?.invitations ?? 0) >= SEATS_PER_ORGANIZATION)
    throw invalid(
      '',
      `An organization has at most ${SEATS_PER_ORGANIZATION} members and pending invitations. Please remove one first.`,
    );
  await requireSeatInPlan(tx, orgId, email, granted);
}

/** Counts an email that an unverified administrator causes. Past the daily limit of the organization: the refusal. */
async function countUnverified({ consume, user }: Pick<RequestContext, 'consume'> & Pick<LiveSession, 'user'>) {
  if (user.emailVerified || !(await consume('unverifiedInvitations')).exceeded) return undefined;
  return new PortalError(
    'FORBIDDEN',
    'Please confirm your email address first. Until then, an organization can send ten invitations a day.',
  );
}

export const invitationProcedures = {
  list: signedInProcedure
    .meta(
      get('/auth/org/invitations', 'List pending invitations', {
        description: 'The invitations that are neither accepted nor expired. Administrators only.',
        returns: 'The pending invitations, newest first.',
        ...PAGED,
      }),
    )
    .input(Paging(SEATS_PER_ORGANIZATION, SEATS_PER_ORGANIZATION))
    .use(adminOnly)
    .output(Data(z.array(Invitation).describe('The pending invitations, newest first.')))
    .query(async ({ ctx, input }) => {
      const rows = await pendingInvitations(
        ctx.db,
        ctx.tenant.clientId,
        newestFirst.after(input.after),
        input.limit + 1,
      );
      const data = endPage(ctx, input, rows, ({ createdAt, id }) =>
        newestFirst.cursorOf([createdAt.toISOString(), id]),
      );
      const isShutOut = await shutOutOf(ctx.db, ctx.tenant.clientId);
      return { ok: true, data: data.map((invitation) => ({ ...invitation, canJoin: !isShutOut(invitation) })) };
    }),

  create: signedInProcedure
    .meta(
      post('/auth/org/invitations', 'Invite a member', {
        description:
          'Emails an invitation link, valid for seven days, or until the person who created it is removed or demoted. An earlier invitation of the same address stops working. An organization has at most 500 members and pending invitations, or as many as its plan grants, and one mailbox gets at most five invitation emails a day from all of them; the link is in the response in any case. `VALIDATION_ERROR` also for a member with an address of a domain that is not verified for single sign-on, where the organization requires that. `FORBIDDEN` also past ten emails a day that the organization’s administrators cause before they verify their own address. Administrators only.',
        returns: 'The invitation, with its token and link.',
        status: 201,
        besides: 'invitations',
        errors: ['ALREADY_MEMBER', 'PLAN_LIMIT'],
        secrets: ['invitation.token', 'invitation.inviteUrl'],
        whileSuspended: false,
      }),
    )
    .input(NewInvitation)
    .use(adminOnly)
    // After the role check, so that members cannot use up the organization’s limit.
    .use(limited('invitations'))
    .output(Ok.extend({ invitation: CreatedInvitation }))
    .mutation(async ({ ctx, input: { email, role } }) => {
      const { deps, db, tenant, user, request } = ctx;
      const [token, proof] = [newToken(), newToken()];
      const orgId = tenant.clientId;
      // Past the limit the invitation is still created: its link is in the response.
      const mailAllowed = await withinMailLimit(ctx, mailboxOf(email), 'invitationsTo');
      const refusal = mailAllowed ? await countUnverified(ctx) : undefined;
      const granted = await deps.use(planGrants).of(orgId);
      const invitation = await db.transaction(async (tx) => {
        await lockAdmin(tx, ctx);
        await requireFreeSeat(tx, orgId, email, granted);
        await requireWayIn(tx, { orgId, email, role });
        // After it: an organization that is full is told so.
        if (refusal) throw refusal;
        const seat = { orgId, email, role, token, invitedBy: user.id };
        const stored = await storeInvitation(tx, { ...seat, proof: mailAllowed ? proof : undefined });

        const invitedBy = stored.invitedBy?.name ?? (user.emailVerified ? user.email : undefined);
        const template = {
          ...invitationMail({
            token,
            proof,
            orgId,
            organization: tenant.name,
            by: invitedBy ? { name: invitedBy } : 'administrator',
            role,
          }),
          writtenFor: user.id,
        };
        if (mailAllowed) await deps.mail.queue(tx, email, template);
        await record(tx, request, {
          type: 'invitation_created',
          userId: user.id,
          orgId,
          details: { email, role },
        });
        return stored;
      });
      return { ok: true, invitation: withLink(deps.env, invitation, token) };
    }),

  remove: signedInProcedure
    .meta(
      del('/auth/org/invitations/{id}', 'Revoke an invitation', {
        description: 'The link stops working at once. Administrators only.',
        returns: 'The invitation is revoked.',
      }),
    )
    .input(ById)
    .use(adminOnly)
    .output(Ok)
    .mutation(async ({ ctx, input: { id } }) => {
      const { db, tenant, user, request } = ctx;
      const orgId = tenant.clientId;
      await db.transaction(async (tx) => {
        await lockAdmin(tx, ctx);
        const own = and(eq(invitations.id, id), eq(invitations.orgId, orgId));
        const [revoked] = await tx.delete(invitations).where(own).returning();
        if (!revoked) throw notFound();
        const details = { email: revoked.email, role: revoked.role };
        await record(tx, request, { type: 'invitation_revoked', userId: user.id, orgId, details });
      });
      return { ok: true };
    }),
};
