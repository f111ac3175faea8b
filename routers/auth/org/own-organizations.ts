import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { memberships, organizations, sessions } from '../../../db/schema/index.ts';
import { notFound } from '../../../server/errors.ts';
import { clearBrowserCache } from '../../../server/http/etag.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { KEY } from '../../../server/lists/cursor.ts';
import { keyset } from '../../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../../server/lists/page.ts';
import { signedInProcedure } from '../../../server/trpc/procedures.ts';
import { Data, Id, Ok, Paging, Timestamp } from '../../values/shapes.ts';
import { authRoutes } from '../routes.ts';
import { OrgId, OrgName, Role } from '../shapes.ts';
import { markLastUsed } from './memberships.ts';

const { get, post } = authRoutes('Account');

const OwnOrganization = z
  .object({
    id: OrgId,
    name: OrgName,
    role: Role.describe('The signed-in user’s role in the organization.'),
    current: z.boolean().describe('Whether it is the organization of this session.'),
    joinedAt: Timestamp.describe('When the user joined the organization.'),
  })
  .meta({ id: 'OwnOrganization', description: 'An organization of the signed-in user.' });

const SwitchTarget = z.object({
  orgId: Id.meta({
    description: 'The organization to switch to; an unknown or malformed id is a 404.',
    format: 'uuid',
    example: '7b1d2f64-0c3e-4e57-a1b8-2d9c6f3e8a41',
  }),
});

const order = keyset('organizations', 'desc', [memberships.lastUsedAt, KEY.moment], [memberships.id, KEY.id]);

export const ownOrganizationProcedures = {
  list: signedInProcedure
    .meta(
      get('/auth/org/list', 'List own organizations', {
        description: 'The organizations that the signed-in user belongs to.',
        returns: 'The organizations, most recently used first.',
        ...PAGED,
      }),
    )
    .input(Paging(200, 200))
    .output(Data(z.array(OwnOrganization).describe('The organizations, most recently used first.')))
    .query(async ({ ctx, input }) => {
      const { db, user, tenant } = ctx;
      const { id, name } = organizations;
      const rows = await db
        .select({
          organization: { id, name, role: memberships.role, joinedAt: memberships.createdAt },
          key: { lastUsedAt: memberships.lastUsedAt, id: memberships.id },
        })
        .from(memberships)
        .innerJoin(organizations, eq(id, memberships.orgId))
        .where(and(eq(memberships.userId, user.id), order.after(input.after)))
        .orderBy(...order.orderBy)
        .limit(input.limit + 1);
      const page = endPage(ctx, input, rows, ({ key }) => order.cursorOf([key.lastUsedAt.toISOString(), key.id]));
      return {
        ok: true,
        data: page.map(({ organization: own }) => ({ ...own, current: own.id === tenant.clientId })),
      };
    }),

  switch: signedInProcedure
    .meta(
      post('/auth/org/switch', 'Switch organization', {
        description:
          'Moves this session to another organization of the signed-in user. Other sessions stay where they are; the next sign-in uses the organization used last.',
        returns: 'The organization of this session, and the role in it.',
        creates: false,
        errors: ['NOT_FOUND'],
      }),
    )
    .input(SwitchTarget)
    .output(Ok.extend({ orgId: OrgId, role: Role }))
    .mutation(async ({ ctx: { db, user, session, request, reply }, input: { orgId } }) => {
      const role = await db.transaction(async (tx) => {
        const role = await markLastUsed(tx, user.id, orgId);
        if (!role) throw notFound();
        await tx.update(sessions).set({ orgId }).where(eq(sessions.id, session.id));
        await record(tx, request, { type: 'organization_switched', userId: user.id, orgId });
        return role;
      });
      clearBrowserCache(reply);
      return { ok: true, orgId, role };
    }),
};
