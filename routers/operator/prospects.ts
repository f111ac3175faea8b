import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { organizations } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { CreatedInvitation, Email, mailboxOf, requireSeatInPlan, withinMailLimit } from '../auth/public.ts';
import { prospectMeasurements } from '../measurement/public.ts';
import { planGrants } from '../plans/granted.ts';
import { pitches } from '../reports/public.ts';
import { ById, Data, Success, Timestamp } from '../values/shapes.ts';
import { holdRole, noteAction } from './actions.ts';
import { findClient, lockClient, shownClient } from './client-record.ts';
import { inviteToClient } from './new-client.ts';
import { Client, operatorRoutes } from './shapes.ts';

const { post } = operatorRoutes;

/** @throws INVALID_TRANSITION for a client, and for what is being erased */
function requireProspect({
  status,
  prospectUntil,
}: Pick<typeof organizations.$inferSelect, 'status' | 'prospectUntil'>) {
  if (!prospectUntil) throw new PortalError('INVALID_TRANSITION', 'This is a client and no prospect.');
  if (status !== 'active') throw new PortalError('INVALID_TRANSITION', 'This prospect is being erased. Keep it first.');
}

const PitchLink = z
  .object({
    ok: Success,
    url: z
      .url()
      .optional()
      .meta({
        description: 'Its address, shown once.',
        example: `https://portal.example.com/r/${'kq3Vd9xT0m1bYfHn'.repeat(4)}`,
      }),
    expiresAt: Timestamp.describe('When it stops to open.'),
  })
  .meta({ id: 'PitchLink', description: 'A link that opens the report on a prospect without an account.' });

export const prospectProcedures = {
  pitch: operatorProcedure
    .meta(
      post('/operator/clients/{id}/pitch', 'Create a link to the report on a prospect', {
        description:
          'Prints what its measurement found, at the first call, and makes a link that opens the report for 30 days without an account. It is in German where its address or time zone is in Germany, Austria or Switzerland.',
        returns: 'The link.',
        secrets: ['url'],
        errors: ['INVALID_TRANSITION', 'SERVICE_UNAVAILABLE'],
      }),
    )
    .input(ById)
    .output(PitchLink)
    .mutation(async ({ ctx, input: { id } }) => {
      requireProspect(await findClient(ctx.db, id));
      const scanId = await ctx.deps.use(prospectMeasurements).scanOf(id);
      const link = await ctx.deps.use(pitches).link(id, scanId);
      // Where the role has ended meanwhile, nobody is told the address.
      await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        await noteAction(tx, ctx, 'prospect_pitched', { orgId: id });
      });
      return { ok: true, ...link };
    }),

  win: operatorProcedure
    .meta(
      post('/operator/clients/{id}/win', 'Win a prospect', {
        description:
          'Invites its first administrator by email, and ends what holds for prospects: the client is not erased by itself, and has the usual budget of answers. What was measured stays. `PLAN_LIMIT`: the numbers set for it grant no seat.',
        returns: 'The client, and the invitation with its token and link.',
        secrets: ['invitation.token', 'invitation.inviteUrl'],
        errors: ['INVALID_TRANSITION', 'PLAN_LIMIT'],
      }),
    )
    .input(ById.extend({ adminEmail: Email.describe('Address to invite as the first administrator.') }))
    .output(Data(Client).extend({ invitation: CreatedInvitation }))
    .mutation(async ({ ctx, input: { id, adminEmail: email } }) => {
      requireProspect(await findClient(ctx.db, id));
      const granted = await ctx.deps.use(planGrants).of(id);
      const mayMail = await withinMailLimit(ctx, mailboxOf(email), 'invitationsTo');
      const { client, invitation } = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        requireProspect(await lockClient(tx, id));
        await requireSeatInPlan(tx, id, email, granted);
        const [client] = await tx
          .update(organizations)
          .set({ prospectUntil: null, monthlyAnswers: null })
          .where(eq(organizations.id, id))
          .returning();
        if (!client) throw new Error('A prospect was not won.');
        await noteAction(tx, ctx, 'prospect_won', { orgId: id });
        const means = { ...ctx.deps, mayMail };
        return { client, invitation: await inviteToClient(tx, ctx, means, { client, email, invite: true }) };
      });
      return { ok: true, data: await shownClient(ctx.deps, client), invitation };
    }),
};
