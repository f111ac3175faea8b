import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb, Reach } from '../../db/handles.ts';
import { operatorGrants } from '../../db/schema/index.ts';
import { notFound } from '../../server/errors.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import {
  GoogleKindName,
  GoogleProperties,
  listProperties,
  operatorTokens,
  sourceClient,
  startConsent,
} from '../connections/public.ts';
import { ById, Data, Id } from '../values/shapes.ts';
import { operatorRoutes } from './shapes.ts';

/** Finds a grant with which an operator sees clients connected. @throws NOT_FOUND */
export async function findGrant(db: AccountDb, id: string) {
  const [grant] = await db.select().from(operatorGrants).where(eq(operatorGrants.id, id));
  if (!grant) throw notFound();
  return grant;
}

/** Finds a grant that an operator may use. Those with portfolios may use their own. @throws NOT_FOUND */
export async function findOwnGrant(db: AccountDb, reach: Reach, id: string) {
  const grant = await findGrant(db, id);
  if (reach !== 'all' && grant.operatorId !== reach.operatorId) throw notFound();
  return grant;
}

export const operatorGoogleProcedures = {
  authorize: operatorProcedure
    .meta(
      operatorRoutes.post('/operator/connections/google/authorize', 'Start a consent of the operator at Google', {
        creates: false,
        example: { body: { kinds: ['google_analytics', 'search_console'] } },
        errors: ['SERVICE_UNAVAILABLE'],
        limit: 'operatorConnectionCalls',
        description:
          'Returns the address at Google where the operator consents that the portal may read for its clients. Google leads back to `/operator/connections`, with `grant` for `grantId` of new connections, or with `failed`. With `grantId` the consent renews that grant, and its broken connections are tried at once.',
        returns: 'The address.',
      }),
    )
    .input(
      z.object({
        kinds: z.array(GoogleKindName).min(1).max(GoogleKindName.options.length).describe('What the consent is for.'),
        grantId: Id.describe('The grant that is renewed.').optional(),
      }),
    )
    .output(z.object({ url: z.url().describe('Address at Google.') }))
    .mutation(async ({ ctx: { db, deps, session, reach }, input: { kinds, grantId } }) => {
      // The key of a service account is replaced by sending another one.
      if (grantId && (await findOwnGrant(db, reach, grantId)).account !== null) throw notFound();
      const purpose = { operator: true as const, ...(grantId && { grantId }) };
      return { url: startConsent(deps.env, session.id, purpose, kinds) };
    }),

  properties: operatorProcedure
    .meta(
      operatorRoutes.get('/operator/connections/{id}/google/properties', 'List properties of a grant', {
        example: { query: { kind: 'google_analytics' } },
        limit: 'operatorConnectionCalls',
        description: 'What a grant may read.',
        returns: 'The properties, in Google’s order.',
      }),
    )
    .input(ById.extend({ kind: GoogleKindName }))
    .output(Data(GoogleProperties))
    .query(async ({ ctx: { db, deps, reach }, input: { id, kind } }) => {
      const { env } = deps;
      await findOwnGrant(db, reach, id);
      const ask = sourceClient(env);
      const grantToken = operatorTokens({ accounts: db, env, ask }, id);
      const access = { property: '', url: null, credential: '', ask, timezone: 'UTC', grantToken };
      return { ok: true, data: await listProperties({ ...access, googleBase: env.GOOGLE_API_BASE }, kind) };
    }),
};
