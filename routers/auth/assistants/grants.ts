import { and, eq, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { assistantGrants, assistants, organizations, users } from '../../../db/schema/index.ts';
import { notFound } from '../../../server/errors.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { KEY } from '../../../server/lists/cursor.ts';
import { keyset } from '../../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../../server/lists/page.ts';
import { adminOnly, signedInProcedure } from '../../../server/trpc/procedures.ts';
import { ById, Data, Ok, Paging, Timestamp } from '../../values/shapes.ts';
import { lockAdmin, lockCaller } from '../lock-caller.ts';
import { authRoutes, organizationRoutes } from '../routes.ts';
import { AccountEmail, PersonName, UserId } from '../shapes.ts';
import { GrantScope, SCOPES } from './shapes.ts';

const { get, del } = authRoutes('Account');

const Grant = z
  .object({
    id: z.uuid().meta({ description: 'Id of the grant.', example: 'e51f7c3a-90d2-4b68-a1c4-7f3e5d92b06a' }),
    assistant: z.string().meta({ description: 'Name that the assistant gives itself.', example: 'Claude' }),
    redirectHost: z.string().meta({ description: 'Host that got the answer.', example: 'claude.ai' }),
    org: z
      .object({
        id: z.uuid().meta({ description: 'Id of the organization.', example: '3e8f0a52-41bb-4c63-a6ba-0d6d7f6b9c10' }),
        name: z.string().meta({ description: 'Name of the organization.', example: 'Harbor Street Dental' }),
      })
      .describe('The organization whose data it sees.'),
    scopes: z.array(GrantScope).meta({ description: SCOPES, example: ['read'] }),
    createdAt: Timestamp.describe('When the assistant was first let in.'),
    lastUsedAt: Timestamp.nullable().meta({
      description: 'When it last called, to the minute; null if never.',
      example: '2026-02-16T09:30:00.000Z',
    }),
  })
  .meta({ id: 'AssistantGrant', description: 'An assistant that a person has let in.' });

const MemberGrant = Grant.extend({
  member: z.object({ id: UserId, name: PersonName, email: AccountEmail }).describe('Who let it in.'),
}).meta({ id: 'MemberAssistantGrant', description: 'An assistant that a member has let in.' });

const MOST = 100;
const order = keyset('grants', 'desc', [assistantGrants.createdAt, KEY.moment], [assistantGrants.id, KEY.id]);

/** Grants, newest first. */
async function readGrants(db: AccountDb, some: SQL | undefined, limit: number) {
  const rows = await db
    .select({
      grant: assistantGrants,
      assistant: assistants.name,
      org: { id: organizations.id, name: organizations.name },
      member: { id: users.id, name: users.name, email: users.email },
    })
    .from(assistantGrants)
    .innerJoin(assistants, eq(assistants.id, assistantGrants.assistantId))
    .innerJoin(organizations, eq(organizations.id, assistantGrants.orgId))
    .innerJoin(users, eq(users.id, assistantGrants.userId))
    .where(some)
    .orderBy(...order.orderBy)
    .limit(limit);
  return rows.map(({ grant, ...more }) => ({ ...grant, ...more }));
}

const cursorOf = ({ createdAt, id }: { createdAt: Date; id: string }) => order.cursorOf([createdAt.toISOString(), id]);

/** Ends a grant with all of its tokens. @throws NOT_FOUND */
async function endGrant(tx: AccountDb, request: FastifyRequest, which: SQL | undefined, actor?: string) {
  const [gone] = await tx.delete(assistantGrants).where(which).returning();
  if (!gone) throw notFound();
  const [named] = await tx
    .select({ name: assistants.name })
    .from(assistants)
    .where(eq(assistants.id, gone.assistantId));
  const { id: grantId, userId, orgId } = gone;
  const details = { grantId, assistant: named?.name };
  await record(tx, request, { type: 'assistant_removed', userId, orgId, ...(actor && { actor }), details });
}

export const grantProcedures = {
  list: signedInProcedure
    .meta(
      get('/auth/account/grants', 'List your assistants', {
        description: 'The assistants that the signed-in person has let in, in every organization: at most 100.',
        returns: 'The grants, newest first.',
        ...PAGED,
      }),
    )
    .input(Paging(MOST, MOST))
    .output(Data(z.array(Grant).describe('The grants, newest first.')))
    .query(async ({ ctx, input }) => {
      const own = and(eq(assistantGrants.userId, ctx.user.id), order.after(input.after));
      return { ok: true, data: endPage(ctx, input, await readGrants(ctx.db, own, input.limit + 1), cursorOf) };
    }),

  remove: signedInProcedure
    .meta(
      del('/auth/account/grants/{id}', 'Remove an assistant', {
        description: 'The assistant is shut out at once, with all of its tokens.',
        returns: 'The assistant is removed.',
      }),
    )
    .input(ById)
    .output(Ok)
    .mutation(async ({ ctx, input: { id } }) => {
      await ctx.db.transaction(async (tx) => {
        await lockCaller(tx, ctx);
        await endGrant(tx, ctx.request, and(eq(assistantGrants.id, id), eq(assistantGrants.userId, ctx.user.id)));
      });
      return { ok: true };
    }),
};

const ofOrganization = organizationRoutes;

export const memberGrantProcedures = {
  list: signedInProcedure
    .meta(
      ofOrganization.get('/auth/org/grants', 'List the assistants of members', {
        description: 'The assistants that members have let in to the organization. Administrators only.',
        returns: 'The grants, newest first.',
        ...PAGED,
      }),
    )
    .input(Paging(MOST, MOST))
    .use(adminOnly)
    .output(Data(z.array(MemberGrant).describe('The grants, newest first.')))
    .query(async ({ ctx, input }) => {
      const inside = and(eq(assistantGrants.orgId, ctx.tenant.clientId), order.after(input.after));
      return { ok: true, data: endPage(ctx, input, await readGrants(ctx.db, inside, input.limit + 1), cursorOf) };
    }),

  remove: signedInProcedure
    .meta(
      ofOrganization.del('/auth/org/grants/{id}', 'Remove the assistant of a member', {
        description: 'The assistant is shut out at once, with all of its tokens. Administrators only.',
        returns: 'The assistant is removed.',
      }),
    )
    .input(ById)
    .use(adminOnly)
    .output(Ok)
    .mutation(async ({ ctx, input: { id } }) => {
      const { db, tenant, user, request } = ctx;
      await db.transaction(async (tx) => {
        await lockAdmin(tx, ctx);
        const inside = and(eq(assistantGrants.id, id), eq(assistantGrants.orgId, tenant.clientId));
        await endGrant(tx, request, inside, user.email);
      });
      return { ok: true };
    }),
};

/** Ends every grant of a person. */
export const endGrants = (tx: AccountDb, userId: string) =>
  tx.delete(assistantGrants).where(eq(assistantGrants.userId, userId));
