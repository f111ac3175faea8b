import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { authenticators, organizations } from '../../../db/schema/index.ts';
import { notFound, PortalError } from '../../../server/errors.ts';
import { record } from '../../../server/identity/security-trail.ts';
import type { AccountContext } from '../../../server/trpc/context.ts';
import { adminOnly, signedInProcedure } from '../../../server/trpc/procedures.ts';
import { withModules } from '../../modules.ts';
import { Data } from '../../values/shapes.ts';
import { lockAdmin } from '../lock-caller.ts';
import { voidSecondSteps } from '../one-time-tokens.ts';
import { organizationRoutes } from '../routes.ts';
import { requireKnownZone } from '../shapes.ts';
import { changedPolicy, SignInPolicy } from '../sign-in-policy.ts';
import { Organization, OrganizationEdit, QuestionText, staleVersions } from './record.ts';

const { get, put } = organizationRoutes;

async function readRecord({ deps }: Pick<AccountContext, 'deps'>, db: AccountDb, orgId: string) {
  const [data] = await db.select().from(organizations).where(eq(organizations.id, orgId));
  if (!data) throw notFound();
  return { ok: true as const, data: await withModules(deps, data) };
}

/** The operator sets the rest of a client’s record, and leaves this to its administrators. */
const OwnOrganizationEdit = OrganizationEdit.extend({
  requireTwoFactor: z
    .boolean()
    .meta({ description: 'Whether members need two-factor sign-in.', example: false })
    .optional(),
  signIn: SignInPolicy.partial().describe('Ways to sign in to open or to close.').optional(),
  questionText: QuestionText.optional(),
});

/** @throws TWO_FACTOR_REQUIRED without a second factor: the administrator would be the first to be locked out */
async function requireOwnFactor(tx: AccountDb, userId: string, { twoFactors }: { twoFactors: boolean }) {
  if (twoFactors) return;
  const own = await tx.$count(authenticators, eq(authenticators.userId, userId));
  if (own === 0) throw new PortalError('TWO_FACTOR_REQUIRED');
}

export const organizationProcedures = {
  get: signedInProcedure
    .meta(
      get('/auth/org', 'Get the organization', {
        description: 'The record of the organization of this session. Every member may read it.',
        returns: 'The organization.',
      }),
    )
    .output(Data(Organization))
    .query(({ ctx }) => readRecord(ctx, ctx.db, ctx.tenant.clientId)),

  update: signedInProcedure
    .meta(
      put('/auth/org', 'Update the organization', {
        description:
          'Changes the fields that are sent. `null` clears a field; omitted fields keep their value. With `requireTwoFactor`, members without two-factor sign-in reach only their own account until they set it up, from their next request on; API keys work as before. `TWO_FACTOR_REQUIRED`: only an administrator with two-factor sign-in can turn that on. `signIn` closes ways to sign in to all members, from their next sign-in on: of a person’s organizations the strictest counts; one way has to stay open, unless single sign-on is enforced. Administrators only.',
        returns: 'The organization after the change.',
      }),
    )
    .input(OwnOrganizationEdit)
    .use(adminOnly)
    .output(Data(Organization))
    .mutation(async ({ ctx, input }) => {
      const { db, tenant, user, session, request } = ctx;
      const { requireTwoFactor, questionText, signIn, ...edit } = input;
      const fields = Object.keys(input);
      if (fields.length === 0) return readRecord(ctx, db, tenant.clientId);
      await requireKnownZone(db, input.timezone);

      await db.transaction(async (tx) => {
        await lockAdmin(tx, ctx);
        if (requireTwoFactor) await requireOwnFactor(tx, user.id, session);
        const policy = signIn && (await changedPolicy(tx, tenant.clientId, signIn));
        if (policy) await voidSecondSteps(tx, tenant.clientId);
        await tx
          .update(organizations)
          .set({ ...edit, requireTwoFactor, questionText, signIn: policy, ...staleVersions })
          .where(eq(organizations.id, tenant.clientId));
        const subject = { userId: user.id, orgId: tenant.clientId };
        await record(tx, request, {
          type: 'organization_updated',
          ...subject,
          details: { fields, requireTwoFactor, questionText, signIn: policy },
        });
      });
      return readRecord(ctx, db, tenant.clientId);
    }),
};
