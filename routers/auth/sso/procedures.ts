import { eq } from 'drizzle-orm';
import { identities, identityProviders, orgDomains } from '../../../db/schema/index.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { adminOnly, limited, signedInProcedure } from '../../../server/trpc/procedures.ts';
import { Data, Nothing, Ok } from '../../values/shapes.ts';
import { lockAdmin } from '../lock-caller.ts';
import { organizationRoutes } from '../routes.ts';
import { assertOtherWay } from '../sign-in-policy.ts';
import { domainsOf, noteLook } from './domains.ts';
import { ProviderEdit, SingleSignOn } from './shapes.ts';
import { showSingleSignOn, storeProvider } from './store-provider.ts';
import { lookForProof } from './txt-records.ts';

const { get, post, put, del } = organizationRoutes;

export const ssoProcedures = {
  sso: signedInProcedure
    .meta(
      get('/auth/org/sso', 'Get single sign-on', {
        description:
          'The identity provider (OpenID Connect) of the organization and its domains, without the secret. Administrators only.',
        returns: 'The provider; null and none where there is no provider.',
      }),
    )
    .use(adminOnly)
    .output(Data(SingleSignOn))
    .query(async ({ ctx }) => ({ ok: true, data: await showSingleSignOn(ctx, ctx.db) })),

  updateSso: signedInProcedure
    .meta(
      put('/auth/org/sso', 'Update single sign-on', {
        description:
          'Sets the identity provider, or changes the fields that are sent; the first time issuer, client, secret and domains are needed. A changed issuer, client or secret has to be tried again; a changed issuer or client unlinks the people of the one before. `INVALID_TRANSITION`: single sign-on is enforced only after an administrator came in by it since its last change, and while a domain is verified; and it is not left where no other way is open. Administrators only.',
        returns: 'The provider after the change.',
        besides: 'domainChecks',
        support: 'never',
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(ProviderEdit)
    .use(adminOnly)
    .use(limited('domainChecks'))
    .output(Data(SingleSignOn))
    .mutation(async ({ ctx, input }) => {
      const { db, tenant, user, request } = ctx;
      return db.transaction(async (tx) => {
        await lockAdmin(tx, ctx);
        await storeProvider(tx, ctx, input);
        const { clientSecret, ...details } = input;
        const fields = Object.keys(input);
        const subject = { userId: user.id, orgId: tenant.clientId };
        if (fields.length > 0)
          await record(tx, request, { type: 'sso_updated', ...subject, details: { ...details, fields } });
        return { ok: true, data: await showSingleSignOn(ctx, tx) };
      });
    }),

  removeSso: signedInProcedure
    .meta(
      del('/auth/org/sso', 'Remove single sign-on', {
        description:
          'People sign in by other ways from then on; sessions go on. `INVALID_TRANSITION`: no other way is open. Administrators only.',
        returns: 'There is no provider.',
        support: 'never',
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(Nothing)
    .use(adminOnly)
    .output(Ok)
    .mutation(async ({ ctx }) => {
      const { db, tenant, user, request } = ctx;
      const orgId = tenant.clientId;
      await db.transaction(async (tx) => {
        await lockAdmin(tx, ctx);
        await assertOtherWay(tx, orgId);
        await tx.delete(identities).where(eq(identities.orgId, orgId));
        await tx.delete(orgDomains).where(eq(orgDomains.orgId, orgId));
        const gone = await tx.delete(identityProviders).where(eq(identityProviders.orgId, orgId)).returning();
        if (gone.length > 0) await record(tx, request, { type: 'sso_removed', userId: user.id, orgId });
      });
      return { ok: true };
    }),

  verifySso: signedInProcedure
    .meta(
      post('/auth/org/sso/verify', 'Verify the domains of single sign-on', {
        description:
          'Looks for the TXT records of the domains now. A domain that several organizations prove belongs to the first. Its record is looked for every day; a domain whose record has been gone for three days is no longer verified. Administrators only.',
        returns: 'The provider with its domains.',
        besides: 'domainChecks',
        creates: false,
        support: 'never',
      }),
    )
    .input(Nothing)
    .use(adminOnly)
    .use(limited('domainChecks'))
    .output(Data(SingleSignOn))
    .mutation(async ({ ctx }) => {
      const { db, deps, tenant, user, request } = ctx;
      const orgId = tenant.clientId;
      const asked = await domainsOf(db, orgId);
      const looks = await Promise.all(asked.map((domain) => lookForProof(deps.env, domain)));
      await db.transaction(async (tx) => {
        await lockAdmin(tx, ctx);
        for (const domain of await domainsOf(tx, orgId)) {
          // One that was named anew meanwhile has another record.
          const look = looks[asked.findIndex(({ challenge }) => challenge === domain.challenge)];
          if (!look || !(await noteLook(tx, domain, look))) continue;
          const details = { domain: domain.domain };
          await record(tx, request, { type: 'domain_proved', userId: user.id, orgId, details });
        }
      });
      return { ok: true, data: await showSingleSignOn(ctx, db) };
    }),
};
