import { and, count, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { apiKeys, organizations } from '../../../db/schema/index.ts';
import { invalid, notFound } from '../../../server/errors.ts';
import { newApiKey } from '../../../server/identity/api-keys.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { adminOnly, signedInProcedure } from '../../../server/trpc/ladder.ts';
import { ById, Data, Moment, Ok, Timestamp } from '../../shapes.ts';
import { authRoutes } from '../routes.ts';
import { Name } from '../shapes.ts';

const API_KEYS_PER_ORGANIZATION = 50;

const { get, post, del } = authRoutes('Organization');

const Scope = z.enum(['ingest', 'read']);

const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(Scope),
  prefix: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
});

const NewKey = z.object({
  name: Name.meta({ example: 'Nightly scan' }),
  scopes: z
    .array(Scope)
    .min(1)
    .max(2)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not repeat')
    .meta({ example: ['ingest'] }),
  expiresAt: Moment.refine((text) => Date.parse(text) > Date.now(), 'must lie in the future').nullish(),
});

export const apiKeyProcedures = {
  list: signedInProcedure
    .meta(get('/auth/org/api-keys', 'The organization’s API keys, newest first (administrators)'))
    .use(adminOnly)
    .output(Data(z.array(ApiKey)))
    .query(async ({ ctx: { db, tenant } }) => {
      const data = await db
        .select()
        .from(apiKeys)
        .where(eq(apiKeys.orgId, tenant.clientId))
        .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
        .limit(API_KEYS_PER_ORGANIZATION);
      return { ok: true, data };
    }),

  create: signedInProcedure
    .meta(post('/auth/org/api-keys', 'Make an API key; it is shown this once (administrators)', { status: 201 }))
    .input(NewKey)
    .use(adminOnly)
    .output(z.object({ ok: z.literal(true), key: z.string(), apiKey: ApiKey }))
    .mutation(async ({ ctx: { db, tenant, user, request }, input: { name, scopes, expiresAt } }) => {
      const { key, hash, prefix } = newApiKey();
      const facts = { orgId: tenant.clientId, name, scopes, prefix, hash, createdBy: user.id };
      const apiKey = await db.transaction(async (tx) => {
        // The organization's row is the queue: keys that are made at once are counted one after the other.
        await tx.select().from(organizations).where(eq(organizations.id, tenant.clientId)).for('update');
        const [existing] = await tx.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.orgId, tenant.clientId));
        if ((existing?.keys ?? 0) >= API_KEYS_PER_ORGANIZATION)
          throw invalid(
            '',
            `An organization has at most ${API_KEYS_PER_ORGANIZATION} API keys; please delete one first`,
          );
        const [made] = await tx
          .insert(apiKeys)
          .values({ ...facts, expiresAt: expiresAt ? new Date(expiresAt) : null })
          .returning();
        if (!made) throw new Error('An API key was not inserted.');

        const details = { keyId: made.id, name, scopes };
        await record(tx, request, { type: 'api_key_made', userId: user.id, orgId: tenant.clientId, details });
        return made;
      });
      return { ok: true, key, apiKey };
    }),

  remove: signedInProcedure
    .meta(del('/auth/org/api-keys/{id}', 'Delete an API key; it stops working at once (administrators)'))
    .input(ById)
    .use(adminOnly)
    .output(Ok)
    .mutation(async ({ ctx: { db, tenant, user, request }, input: { id } }) => {
      await db.transaction(async (tx) => {
        const [gone] = await tx
          .delete(apiKeys)
          .where(and(eq(apiKeys.id, id), eq(apiKeys.orgId, tenant.clientId)))
          .returning({ keyId: apiKeys.id, name: apiKeys.name });
        if (!gone) throw notFound();

        const about = { userId: user.id, orgId: tenant.clientId };
        await record(tx, request, { type: 'api_key_deleted', ...about, details: gone });
      });
      return { ok: true };
    }),
};
