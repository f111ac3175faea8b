import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { memberships, organizations, sessions } from '../../../db/schema/index.ts';
import { notFound } from '../../../server/errors.ts';
import { clearBrowserCache } from '../../../server/http/etag.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { signedInProcedure } from '../../../server/trpc/ladder.ts';
import { ById, Data, Timestamp } from '../../shapes.ts';
import { authRoutes } from '../routes.ts';
import { Role } from '../shapes.ts';
import { enter } from './home.ts';

/** The ones last used. */
const ORGANIZATIONS_LISTED = 200;

const { get, post } = authRoutes('Account');

const OwnOrganization = z.object({
  id: z.uuid(),
  name: z.string(),
  role: Role,
  /** Whether this session is in it. */
  current: z.boolean(),
  joinedAt: Timestamp,
});

// As in a path, an id that is malformed is one that nobody has.
const Destination = z.object({ orgId: ById.shape.id });

export const ownOrganizationProcedures = {
  list: signedInProcedure
    .meta(get('/auth/org/list', 'One’s own organizations, the last used first'))
    .output(Data(z.array(OwnOrganization)))
    .query(async ({ ctx: { db, user, tenant } }) => {
      const { id, name } = organizations;
      const rows = await db
        .select({ id, name, role: memberships.role, joinedAt: memberships.createdAt })
        .from(memberships)
        .innerJoin(organizations, eq(id, memberships.orgId))
        .where(eq(memberships.userId, user.id))
        .orderBy(desc(memberships.lastUsedAt), desc(memberships.id))
        .limit(ORGANIZATIONS_LISTED);
      return { ok: true, data: rows.map((row) => ({ ...row, current: row.id === tenant.clientId })) };
    }),

  switch: signedInProcedure
    .meta(
      post('/auth/org/switch', 'Go to another of one’s own organizations, in this session', { errors: ['NOT_FOUND'] }),
    )
    .input(Destination)
    .output(z.object({ ok: z.literal(true), orgId: z.uuid(), role: Role }))
    .mutation(async ({ ctx: { db, user, session, request, reply }, input: { orgId } }) => {
      const role = await db.transaction(async (tx) => {
        const role = await enter(tx, user.id, orgId);
        if (!role) throw notFound();
        await tx.update(sessions).set({ orgId }).where(eq(sessions.id, session.id));
        await record(tx, request, { type: 'organization_switched', userId: user.id, orgId });
        return role;
      });
      clearBrowserCache(reply);
      return { ok: true, orgId, role };
    }),
};
