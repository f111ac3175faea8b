import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { memberships, users } from '../../../db/schema/index.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { adminOnly, signedInProcedure } from '../../../server/trpc/procedures.ts';
import { startErasure } from '../../operator/public.ts';
import { Ok } from '../../values/shapes.ts';
import { lockAdmin } from '../lock-caller.ts';
import { organizationDeletionMail } from '../mails.ts';
import { requireOwnPassword } from '../own-password.ts';
import { organizationRoutes } from '../routes.ts';
import { TypedPassword } from '../shapes.ts';

const Confirmed = z.object({
  password: TypedPassword,
  name: z.string().max(500).meta({
    description: 'The name of the organization, as a confirmation.',
    example: 'Harbor Street Dental',
  }),
});

export const deleteOrganization = signedInProcedure
  .meta(
    organizationRoutes.del('/auth/org', 'Delete the organization', {
      description:
        'Closes the data of the organization at once. After 14 days, in which the operator of the portal can keep it, all its data is deleted, with the accounts of people who belong to no other organization. Its administrators are notified by email. A repeated call changes nothing. Administrators only.',
      returns: 'The organization will be deleted.',
      errors: ['INVALID_PASSWORD'],
    }),
  )
  .input(Confirmed)
  .use(adminOnly)
  .output(Ok)
  .mutation(async ({ ctx, input: { password, name } }) => {
    const { db, deps, tenant, user, request } = ctx;
    const orgId = tenant.clientId;
    await requireOwnPassword(ctx, password);
    await db.transaction(async (tx) => {
      await lockAdmin(tx, ctx);
      const { client, eraseAt, isNew } = await startErasure(tx, ctx, deps, { clientId: orgId, name });
      if (!isNew) return;
      await record(tx, request, { type: 'organization_deletion_started', userId: user.id, orgId });
      const administrators = await tx
        .select({ email: users.email })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(and(eq(memberships.orgId, orgId), eq(memberships.role, 'admin')));
      const template = organizationDeletionMail({ clientId: orgId, organization: client.name, eraseAt });
      for (const { email } of administrators) await deps.mail.queue(tx, email, template);
    });
    return { ok: true };
  });
