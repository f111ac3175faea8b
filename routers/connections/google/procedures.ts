import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { connectionGrants } from '../../../db/schema/index.ts';
import { ownedBy } from '../../../db/tenant.ts';
import { notFound } from '../../../server/errors.ts';
import { adminOnly, tenantProcedure } from '../../../server/trpc/procedures.ts';
import { rest } from '../../../server/trpc/rest.ts';
import { Data, Id } from '../../values/shapes.ts';
import { sourceClient } from '../ask-source.ts';
import { startConsent } from './consent.ts';
import { clientTokens } from './grants.ts';
import { GoogleProperties, listProperties } from './properties.ts';
import { GoogleKindName } from './scopes.ts';
import { tokenOf } from './tokens.ts';

const { get, post } = rest('Connections', { support: 'never', peopleOnly: true, limit: 'connectionCalls' });

export const googleProcedures = {
  authorize: tenantProcedure
    .meta(
      post('/connections/google/authorize', 'Start a consent at Google', {
        creates: false,
        errors: ['SERVICE_UNAVAILABLE'],
        description:
          'Returns the address at Google where the person consents that the portal may read; nothing may be written. Google leads back to the page of connections, with `grant` for `grantId` of a new connection and the `kinds` that it is for, or with `failed`. The consent is good for this session alone. 503 where the portal has no client at Google. Administrators only.',
        returns: 'The address.',
      }),
    )
    .input(
      z.object({
        kinds: z.array(GoogleKindName).min(1).max(GoogleKindName.options.length).describe('What the consent is for.'),
      }),
    )
    .use(adminOnly)
    .output(z.object({ url: z.url().describe('Address at Google.') }))
    .mutation(({ ctx: { deps, tenant, caller }, input: { kinds } }) => {
      if (caller.kind !== 'person') throw notFound();
      return { url: startConsent(deps.env, caller.session.id, { orgId: tenant.clientId }, kinds) };
    }),

  properties: tenantProcedure
    .meta(
      get('/connections/google/properties', 'List properties at Google', {
        example: { query: { kind: 'google_analytics' } },
        description: 'What a consent may read: of the newest one, unless `grantId` names another. Administrators only.',
        returns: 'The properties, in Google’s order; none without a consent.',
      }),
    )
    .input(z.object({ kind: GoogleKindName, grantId: Id.optional() }))
    .use(adminOnly)
    .output(Data(GoogleProperties))
    .query(async ({ ctx: { db, tenant, deps }, input: { kind, grantId } }) => {
      const [grant] = await db
        .select({ id: connectionGrants.id })
        .from(connectionGrants)
        .where(ownedBy(tenant, connectionGrants, grantId ? eq(connectionGrants.id, grantId) : undefined))
        .orderBy(desc(connectionGrants.createdAt))
        .limit(1);
      if (!grant) return { ok: true, data: [] };
      const ask = sourceClient(deps.env);
      const access = { property: '', url: null, credential: '', ask, timezone: tenant.timezone };
      const grantToken = tokenOf({ env: deps.env, ask }, clientTokens({ db, tenant }, grant.id));
      const named = { ...access, googleBase: deps.env.GOOGLE_API_BASE, grantToken };
      return { ok: true, data: await listProperties(named, kind) };
    }),
};
