import { and, count, eq, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { apiKeys, memberships, users } from '../../../db/schema/index.ts';
import { invalid, notFound } from '../../../server/errors.ts';
import { newApiKey } from '../../../server/identity/api-keys.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { KEY } from '../../../server/lists/cursor.ts';
import { keyset } from '../../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../../server/lists/page.ts';
import { adminOnly, signedInProcedure } from '../../../server/trpc/procedures.ts';
import { ById, Data, Moment, Ok, Paging, Timestamp } from '../../values/shapes.ts';
import { lockAdmin } from '../lock-caller.ts';
import { organizationRoutes } from '../routes.ts';
import { AccountEmail, Name, PersonName, Role, UserId } from '../shapes.ts';

const API_KEYS_PER_ORGANIZATION = 50;

const { get, post, del } = organizationRoutes;

const Scope = z.enum(['ingest', 'read']);
const SCOPES = '`ingest`: write records. `read`: read the organization’s data.';

const ApiKey = z
  .object({
    id: z.uuid().meta({ description: 'API key id.', example: 'c2a94e70-6d1b-4f83-b5e9-3a8f0d7c1e26' }),
    name: z.string().meta({ description: 'Name of the key.', example: 'Nightly scan' }),
    scopes: z.array(Scope).meta({ description: SCOPES, example: ['ingest'] }),
    prefix: z.string().meta({ description: 'First characters of the key, to recognize it.', example: 'pk_Zk3vQ9xT' }),
    createdAt: Timestamp.describe('When the key was created.'),
    createdBy: z
      .object({
        id: UserId,
        name: PersonName,
        email: AccountEmail,
        role: Role.nullable().describe('Their role in the organization today; null if they no longer belong to it.'),
      })
      .nullable()
      .describe('Who created the key; null for the operator of the portal, or if the account no longer exists.'),
    expiresAt: Timestamp.nullable().meta({
      description: 'When the key expires; null if never.',
      example: '2027-02-16T09:30:00.000Z',
    }),
    lastUsedAt: Timestamp.nullable().meta({
      description: 'When the key was last used, to the minute; null if never.',
      example: '2026-02-16T09:30:00.000Z',
    }),
  })
  .meta({ id: 'ApiKey', description: 'An API key of the organization, without its secret.' });

export const NewApiKey = z.object({
  name: Name.meta({ description: 'Name of the key.', example: 'Nightly scan' }),
  scopes: z
    .array(Scope)
    .min(1)
    .max(2)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not repeat')
    .meta({ description: SCOPES, example: ['ingest'] }),
  expiresAt: Moment.refine((text) => Date.parse(text) > Date.now(), 'must be in the future')
    .nullish()
    .meta({
      description: 'When the key expires; omitted or null for a key without an end.',
      example: '2036-02-16T09:30:00Z',
    }),
});

const order = keyset('api-keys', 'desc', [apiKeys.createdAt, KEY.moment], [apiKeys.id, KEY.id]);

/** Keys of the organization with their makers, newest first. */
async function readKeys(db: AccountDb, orgId: string, some?: SQL, limit = 1) {
  const maker = { id: users.id, name: users.name, email: users.email };
  const ofMaker = and(eq(memberships.orgId, apiKeys.orgId), eq(memberships.userId, apiKeys.createdBy));
  const rows = await db
    .select({ key: apiKeys, maker, role: memberships.role })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.createdBy))
    .leftJoin(memberships, ofMaker)
    .where(and(eq(apiKeys.orgId, orgId), some))
    .orderBy(...order.orderBy)
    .limit(limit);
  return rows.map(({ key, maker, role }) => ({ ...key, createdBy: maker && { ...maker, role } }));
}

/** The answer with a new key. */
export const MadeApiKey = Ok.extend({
  key: z.string().optional().meta({
    description: 'The secret, sent as `Authorization: Bearer`; it is not shown again.',
    example: 'pk_Zk3vQ9xT0m1bYfHnR7cJ2wLpD5sUaE8gKiN4oVtB6yM',
  }),
  apiKey: ApiKey,
});

interface Wanted extends Omit<z.infer<typeof NewApiKey>, 'expiresAt'> {
  orgId: string;
  expiresAt?: string | null | undefined;
  /** The administrator; null for the operator of the portal. */
  createdBy: string | null;
  operatorId?: string;
}

/** Makes a key of an organization whose row is locked. @throws VALIDATION_ERROR if there are too many */
export async function makeApiKey(tx: AccountDb, { expiresAt, ...facts }: Wanted) {
  const { key, hash, prefix } = newApiKey();
  const [existing] = await tx.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.orgId, facts.orgId));
  if ((existing?.keys ?? 0) >= API_KEYS_PER_ORGANIZATION)
    throw invalid('', `An organization has at most ${API_KEYS_PER_ORGANIZATION} API keys. Please revoke one first.`);
  const [made] = await tx
    .insert(apiKeys)
    .values({ ...facts, prefix, hash, expiresAt: expiresAt ? new Date(expiresAt) : null })
    .returning({ id: apiKeys.id });
  const [apiKey] = made ? await readKeys(tx, facts.orgId, eq(apiKeys.id, made.id)) : [];
  if (!apiKey) throw new Error('An API key was not inserted.');
  return { key, apiKey };
}

export const apiKeyProcedures = {
  list: signedInProcedure
    .meta(
      get('/auth/org/api-keys', 'List API keys', {
        description:
          'The API keys of the organization, without their secrets. A key belongs to the organization and outlives the membership of whoever created it: `createdBy.role` tells whether they are still a member. Administrators only.',
        returns: 'The API keys, newest first.',
        ...PAGED,
      }),
    )
    .input(Paging(API_KEYS_PER_ORGANIZATION, API_KEYS_PER_ORGANIZATION))
    .use(adminOnly)
    .output(Data(z.array(ApiKey).describe('The API keys, newest first.')))
    .query(async ({ ctx, input }) => {
      const rows = await readKeys(ctx.db, ctx.tenant.clientId, order.after(input.after), input.limit + 1);
      const data = endPage(ctx, input, rows, ({ createdAt, id }) => order.cursorOf([createdAt.toISOString(), id]));
      return { ok: true, data };
    }),

  create: signedInProcedure
    .meta(
      post('/auth/org/api-keys', 'Create an API key', {
        description:
          'Creates a key for the organization. The secret is shown only in this response. An organization has at most 50 keys. Administrators only.',
        returns: 'The secret and the record of the new key.',
        status: 201,
        secrets: ['key'],
        whileSuspended: false,
      }),
    )
    .input(NewApiKey)
    .use(adminOnly)
    .output(MadeApiKey)
    .mutation(async ({ ctx, input }) => {
      const { db, tenant, user, request } = ctx;
      const made = await db.transaction(async (tx) => {
        // Also locks the organization’s row, so that concurrent requests are counted one after the other.
        await lockAdmin(tx, ctx);
        const fresh = await makeApiKey(tx, { ...input, orgId: tenant.clientId, createdBy: user.id });
        const { id: keyId, name, scopes } = fresh.apiKey;
        const about = { userId: user.id, orgId: tenant.clientId };
        await record(tx, request, { type: 'api_key_made', ...about, details: { keyId, name, scopes } });
        return fresh;
      });
      return { ok: true, ...made };
    }),

  remove: signedInProcedure
    .meta(
      del('/auth/org/api-keys/{id}', 'Revoke an API key', {
        description: 'Deletes the key; it stops working at once. Administrators only.',
        returns: 'The key is revoked.',
      }),
    )
    .input(ById)
    .use(adminOnly)
    .output(Ok)
    .mutation(async ({ ctx, input: { id } }) => {
      const { db, tenant, user, request } = ctx;
      await db.transaction(async (tx) => {
        await lockAdmin(tx, ctx);
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
