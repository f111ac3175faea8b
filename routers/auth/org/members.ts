import { and, eq, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { memberships, users } from '../../../db/schema/index.ts';
import { notFound } from '../../../server/errors.ts';
import { clearSessionCookies } from '../../../server/identity/cookies.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { KEY } from '../../../server/lists/cursor.ts';
import { keyset } from '../../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../../server/lists/page.ts';
import { adminOnly, signedInProcedure } from '../../../server/trpc/procedures.ts';
import { ById, Data, Ok, Paging, Timestamp } from '../../values/shapes.ts';
import { lockAdmin } from '../lock-caller.ts';
import { organizationRoutes } from '../routes.ts';
import { AccountEmail, PersonName, Role, UserId } from '../shapes.ts';
import { endMembership, requireOtherAdmin } from './end-membership.ts';
import { rememberRemoval } from './removed-members.ts';
import { SEATS_PER_ORGANIZATION, voidInvitations } from './seats.ts';

const { get, put, del } = organizationRoutes;

const Member = z
  .object({
    id: z.uuid().meta({ description: 'Membership id.', example: 'a4d70e92-1c5f-4b68-93ea-6e0b8d2f7c14' }),
    userId: UserId,
    email: AccountEmail,
    name: PersonName,
    role: Role,
    joinedAt: Timestamp.describe('When the user joined the organization.'),
  })
  .meta({ id: 'Member', description: 'A member of the organization.' });

const order = keyset('members', 'asc', [memberships.createdAt, KEY.moment], [memberships.id, KEY.id]);

const members = (db: AccountDb, orgId: string, some?: SQL, limit = 1) =>
  db
    .select({
      id: memberships.id,
      userId: users.id,
      email: users.email,
      name: users.name,
      role: memberships.role,
      joinedAt: memberships.createdAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.orgId, orgId), some))
    .orderBy(...order.orderBy)
    .limit(limit);

/** Finds the member. @throws NOT_FOUND */
async function findMember(db: AccountDb, orgId: string, id: string) {
  const [member] = await members(db, orgId, eq(memberships.id, id));
  if (!member) throw notFound();
  return member;
}

/**
 * Locks the accounts of caller and member, then the organization’s memberships, and finds the member again.
 *
 * @throws NOT_FOUND; UNAUTHENTICATED, FORBIDDEN if the caller is no administrator any more
 */
export async function lockMember(tx: AccountDb, caller: Parameters<typeof lockAdmin>[1], id: string) {
  const { clientId } = caller.tenant;
  await lockAdmin(tx, caller, (await findMember(tx, clientId, id)).userId);
  return findMember(tx, clientId, id);
}

/** The user concerned, and the actor if that is another user. */
export const subjectOf = ({ userId }: { userId: string }, orgId: string, user: { id: string; email: string }) => ({
  userId,
  orgId,
  ...(userId !== user.id && { actor: user.email }),
});

export const memberProcedures = {
  list: signedInProcedure
    .meta(
      get('/auth/org/members', 'List members', {
        description: 'The members of the organization of this session. Every member may read the list.',
        returns: 'The members, in the order in which they joined.',
        ...PAGED,
      }),
    )
    .input(Paging(SEATS_PER_ORGANIZATION, SEATS_PER_ORGANIZATION))
    .output(Data(z.array(Member).describe('The members, in the order in which they joined.')))
    .query(async ({ ctx, input }) => {
      const rows = await members(ctx.db, ctx.tenant.clientId, order.after(input.after), input.limit + 1);
      const data = endPage(ctx, input, rows, ({ joinedAt, id }) => order.cursorOf([joinedAt.toISOString(), id]));
      return { ok: true, data };
    }),

  update: signedInProcedure
    .meta(
      put('/auth/org/members/{id}', 'Update a member’s role', {
        description:
          'The new role applies from the member’s next request. Pending invitations that a demoted administrator made stop working. The last administrator cannot be demoted. Administrators only.',
        returns: 'The member with the new role.',
        errors: ['LAST_ADMIN'],
      }),
    )
    .input(ById.extend({ role: Role.describe('The new role.') }))
    .use(adminOnly)
    .output(Data(Member))
    .mutation(async ({ ctx, input: { id, role } }) => {
      const { db, tenant, user, request } = ctx;
      const data = await db.transaction(async (tx) => {
        const member = await lockMember(tx, ctx, id);
        if (member.role === role) return member;

        await requireOtherAdmin(tx, { ...member, orgId: tenant.clientId });
        await tx.update(memberships).set({ role }).where(eq(memberships.id, id));
        const revoked = role === 'member' ? await voidInvitations(tx, tenant.clientId, member.userId) : 0;
        const details = { from: member.role, to: role, ...(revoked > 0 && { invitationsRevoked: revoked }) };
        await record(tx, request, {
          type: 'member_role_changed',
          ...subjectOf(member, tenant.clientId, user),
          details,
        });
        return { ...member, role };
      });
      return { ok: true, data };
    }),

  remove: signedInProcedure
    .meta(
      del('/auth/org/members/{id}', 'Remove a member', {
        description:
          'The member’s sessions in the organization move to their next organization; without another one they end. Pending invitations that they made stop working; API keys that they made stay valid and are marked in the list of keys. Single sign-on does not bring them back; an invitation does. The last administrator cannot be removed. Administrators only.',
        returns: 'The member is removed.',
        errors: ['LAST_ADMIN'],
      }),
    )
    .input(ById)
    .use(adminOnly)
    .output(Ok)
    .mutation(async ({ ctx, input: { id } }) => {
      const { db, deps, tenant, user, request, reply } = ctx;
      const signedOut = await db.transaction(async (tx) => {
        const member = await lockMember(tx, ctx, id);
        await requireOtherAdmin(tx, { ...member, orgId: tenant.clientId });
        await rememberRemoval(tx, deps, { ...member, orgId: tenant.clientId });
        const { next, details } = await endMembership(tx, deps, { ...member, orgId: tenant.clientId });
        await record(tx, request, { type: 'member_removed', ...subjectOf(member, tenant.clientId, user), details });
        return member.userId === user.id && !next;
      });
      if (signedOut) clearSessionCookies(reply);
      return { ok: true };
    }),
};
