import { and, eq } from 'drizzle-orm';
import { memberships } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { clearBrowserCache } from '../../../server/http/etag.ts';
import { clearSessionCookies } from '../../../server/identity/cookies.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { signedInProcedure } from '../../../server/trpc/procedures.ts';
import { Nothing, Ok } from '../../values/shapes.ts';
import { lockCaller } from '../lock-caller.ts';
import { authRoutes } from '../routes.ts';
import { endMembership, requireOtherAdmin } from './end-membership.ts';
import { lockOrganization } from './seats.ts';

export const leaveOrganization = signedInProcedure
  .meta(
    authRoutes('Account').post('/auth/org/leave', 'Leave the organization', {
      description:
        'Ends the signed-in user’s membership in the organization of this session. Their sessions there move to the organization used before; without another one they end. Pending invitations that they made stop working. The last administrator cannot leave.',
      returns: 'The membership has ended.',
      creates: false,
      errors: ['LAST_ADMIN'],
    }),
  )
  .input(Nothing)
  .output(Ok)
  .mutation(async ({ ctx }) => {
    const { db, deps, tenant, user, request, reply } = ctx;
    const orgId = tenant.clientId;
    const next = await db.transaction(async (tx) => {
      await lockCaller(tx, ctx);
      await lockOrganization(tx, orgId);
      const { id, role } = memberships;
      const own = and(eq(memberships.orgId, orgId), eq(memberships.userId, user.id));
      const [seat] = await tx.select({ id, role }).from(memberships).where(own);
      if (!seat) throw new PortalError('UNAUTHENTICATED');

      await requireOtherAdmin(tx, { ...seat, orgId });
      const ended = await endMembership(tx, deps, { ...seat, orgId, userId: user.id });
      await record(tx, request, { type: 'member_left', userId: user.id, orgId, details: ended.details });
      return ended.next;
    });
    if (next) clearBrowserCache(reply);
    else clearSessionCookies(reply);
    return { ok: true };
  });
