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
import { Module, Modules, withModules } from '../modules.ts';
import { GrantsEdit } from '../plans/shapes.ts';
import { ById, Data } from '../values/shapes.ts';
import { holdRole, noteAction } from './actions.ts';
import { findClient, lockClient, withErasure } from './client-record.ts';
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
          'Creates an organization without members, and invites its first administrator by email; with `invite: false` nobody is mailed yet.',
        returns: 'The client, and the invitation with its token and link.',
        status: 201,
        secrets: ['invitation.token', 'invitation.inviteUrl'],
      }),
    )
    .input(NewClient)
    .output(Data(Client).extend({ invitation: CreatedInvitation }))
    .mutation(async ({ ctx, input }) => {
      const mayMail = input.invite && (await withinMailLimit(ctx, mailboxOf(input.adminEmail), 'invitationsTo'));
      const { client, invitation } = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        return createClient(tx, ctx, { ...ctx.deps, mayMail }, input);
      });
      return { ok: true as const, data: { ...withModules(ctx.deps.env, client), eraseAt: null }, invitation };
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
    .query(async ({ ctx: { db, deps }, input: { id } }) => ({
      ok: true,
      data: withModules(deps.env, await withErasure(db, await findClient(db, id))),
    })),

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
      const data = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        const client = await lockClient(tx, id);
        if (Object.keys(edit).length === 0 && !grants) return withErasure(tx, client);
        await requireKnownZone(tx, edit.timezone);
        const changed = { ...edit, ...(grants && { grants: withEdit(client.grants, grants) }), ...staleVersions };
        const [updated = client] = await tx
          .update(organizations)
          .set(changed)
          .where(eq(organizations.id, id))
          .returning();
        await noteAction(tx, ctx, 'client_updated', { orgId: id });
        return withErasure(tx, updated);
      });
      return { ok: true, data: withModules(ctx.deps.env, data) };
    }),
};
