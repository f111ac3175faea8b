import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { organizations } from '../../db/schema/index.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import {
  CreatedInvitation,
  mailboxOf,
  OrganizationEdit,
  requireKnownZone,
  staleVersions,
  withinMailLimit,
} from '../auth/public.ts';
import { prospectMeasurements } from '../measurement/public.ts';
import { Module, Modules } from '../modules.ts';
import { GrantsEdit } from '../plans/shapes.ts';
import { ById, Data } from '../values/shapes.ts';
import { holdRole, noteAction } from './actions.ts';
import { erasureOf, findClient, lockClient, shownClient } from './client-record.ts';
import { createClient, NewClient } from './new-client.ts';
import { Client, ClientTags, MonthlyAnswers, Notes, operatorRoutes, TokenBudget } from './shapes.ts';

type Grants = (typeof organizations.$inferSelect)['grants'];

const { get, post, put } = operatorRoutes;
const ClientEdit = OrganizationEdit.extend({
  notes: Notes.nullable().optional(),
  monthlyTokenBudget: TokenBudget.optional(),
  monthlyAnswers: MonthlyAnswers.optional(),
  grants: GrantsEdit.optional(),
  tags: ClientTags.optional(),
  modules: Modules.max(Module.options.length)
    .nullable()
    .optional()
    .describe(
      'What its people see in pages, emails and reports; null for all but `developer`, and `billing` without Stripe.',
    ),
});

/** Numbers in place of the plan's after a change. */
const withEdit = (grants: Grants, edit: z.infer<typeof GrantsEdit>) =>
  Object.fromEntries(
    Object.entries({ ...grants, ...edit }).filter(([, number]) => number !== null && number !== undefined),
  ) as Grants;

export const clientProcedures = {
  create: operatorProcedure
    .meta(
      post('/operator/clients', 'Create a client', {
        description:
          'Creates an organization without members, and invites its first administrator by email; with `invite: false` nobody is mailed yet. With `status: prospect` nobody is invited: what AI assistants say of it is measured once, with 25 suggested prompts and two readings, and it is erased after 90 days unless it is won.',
        returns: 'The client, and the invitation with its token and link; of a prospect none.',
        status: 201,
        example: {
          body: {
            name: 'Harbor Street Dental',
            website: 'https://harborstreetdental.example',
            adminEmail: 'owner@harborstreetdental.example',
          },
        },
        secrets: ['invitation.token', 'invitation.inviteUrl'],
        ofPortal: true,
      }),
    )
    .input(NewClient)
    .output(Data(Client).extend({ invitation: CreatedInvitation.optional() }))
    .mutation(async ({ ctx, input }) => {
      const { adminEmail, invite } = input;
      const mayMail =
        adminEmail !== undefined && invite && (await withinMailLimit(ctx, mailboxOf(adminEmail), 'invitationsTo'));
      const { client, invitation } = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        return createClient(tx, ctx, { ...ctx.deps, mayMail }, input);
      });
      if (client.prospectUntil) await ctx.deps.use(prospectMeasurements).begin(client.id);
      return { ok: true as const, data: await shownClient(ctx.deps, client), invitation };
    }),

  get: operatorProcedure
    .meta(
      get('/operator/clients/{id}', 'Get a client', {
        description: 'The record of the client’s organization, with the fields that only operators see.',
        returns: 'The client.',
      }),
    )
    .input(ById)
    .output(Data(Client))
    .query(async ({ ctx: { db, deps }, input: { id } }) => {
      const client = await findClient(db, id);
      return { ok: true, data: await shownClient(deps, client, await erasureOf(db, client)) };
    }),

  update: operatorProcedure
    .meta(
      put('/operator/clients/{id}', 'Update a client', {
        description: 'Changes the fields that are sent. `null` clears a field; omitted fields keep their value.',
        returns: 'The client after the change.',
      }),
    )
    .input(ById.extend(ClientEdit.shape))
    .output(Data(Client))
    .mutation(async ({ ctx, input: { id, grants, ...edit } }) => {
      const found = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        const client = await lockClient(tx, id);
        const eraseAt = await erasureOf(tx, client);
        if (Object.keys(edit).length === 0 && !grants) return { client, eraseAt };
        await requireKnownZone(tx, edit.timezone);
        const changed = { ...edit, ...(grants && { grants: withEdit(client.grants, grants) }), ...staleVersions };
        const [updated = client] = await tx
          .update(organizations)
          .set(changed)
          .where(eq(organizations.id, id))
          .returning();
        await noteAction(tx, ctx, 'client_updated', { orgId: id });
        return { client: updated, eraseAt };
      });
      return { ok: true, data: await shownClient(ctx.deps, found.client, found.eraseAt) };
    }),
};
