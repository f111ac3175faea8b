import { randomUUIDv7 } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { connections } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { factsChanged } from '../../server/cache/versions.ts';
import { notFound } from '../../server/errors.ts';
import { adminOnly, tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { planGrants } from '../plans/granted.ts';
import { ById, Data, JsonObject, Nothing, Ok, singleLine } from '../values/shapes.ts';
import { deleteBrought } from './brought-rows.ts';
import { removeUnusedGrants } from './google/grants.ts';
import { KINDS } from './kinds/index.ts';
import { prove } from './prove.ts';
import { ConnectionEntry, KindName, toConnection } from './shapes.ts';
import { storeConnection } from './store-connection.ts';
import { recordConnectionChange } from './trail.ts';

const { get, post, del } = rest('Connections', { support: 'never' });

const NewConnection = z.object({
  kind: KindName,
  label: singleLine(120)
    .meta({ description: 'A name; that of the property by default.', example: 'Website of the practice' })
    .optional(),
  url: z.string().max(500).optional().meta({
    description: 'Address of the tool, for one that people run themselves.',
    example: 'https://plausible.io/',
  }),
  property: z.string().max(500).optional().meta({
    description:
      'At Google: the number of the property, its name in Search Console, or the location in Business Profile.',
    example: 'sc-domain:harbordental.example',
  }),
  grantId: z.string().max(100).optional().meta({
    description: 'At Google: the consent that the callback has stored, in place of a service account.',
    example: '019c65a4-6f3e-7d21-9b54-2f8c1e7a4d90',
  }),
  serviceAccount: z
    .union([JsonObject, z.string().max(20_000)])
    .optional()
    .meta({
      description: 'At Google: the JSON key of a service account that may read the property; it is kept sealed.',
      example: { client_email: 'portal@agency.iam.gserviceaccount.com', private_key: '-----BEGIN PRIVATE KEY-----…' },
    }),
  siteId: z.string().max(200).optional().meta({
    description: 'What the tool calls the website.',
    example: 'harbordental.example',
  }),
  apiKey: z.string().max(500).optional().meta({
    description: 'A key of the tool that may read; it is kept sealed and never shown.',
    example: 'dQw4w9WgXcQ-harbor',
  }),
});

export const connectionProcedures = {
  list: tenantProcedure
    .meta(
      get('/connections', 'List connections', {
        tool: { name: 'list_connections', hint: 'For questions about missing or old figures.' },
        support: 'read',
        description:
          'The tools that the portal reads figures from every day: what each has brought, and what is wrong with it. Credentials are never shown.',
        returns: 'The connections, by kind; an organization has one of each.',
      }),
    )
    .input(Nothing)
    .output(Data(z.array(ConnectionEntry).max(50).describe('The connections, by kind.')))
    .query(async ({ ctx: { db, tenant } }) => {
      const rows = await db
        .select()
        .from(connections)
        .where(ownedBy(tenant, connections))
        .orderBy(asc(connections.kind))
        .limit(Object.keys(KINDS).length);
      return { ok: true, data: rows.map(toConnection) };
    }),

  create: tenantProcedure
    .meta(
      post('/connections', 'Create a connection', {
        example: {
          body: {
            kind: 'plausible',
            url: 'https://plausible.io/',
            siteId: 'harbordental.example',
            apiKey: 'key-of-the-practice',
          },
        },
        status: 201,
        limit: 'connectionCalls',
        errors: ['INVALID_TRANSITION', 'PLAN_LIMIT'],
        description:
          'Calls the tool to prove what was given; a refusal is a 400 that says why. Then its last days are read at once, those of 16 months before in the background, and from then on every night. An organization has one connection of a kind: the same property with another credential mends the one that there is, another property is 409. `PLAN_LIMIT`: the plan grants no more. Administrators only.',
        returns: 'The connection, which begins to read.',
      }),
    )
    .input(NewConnection)
    .use(adminOnly)
    .output(Data(ConnectionEntry))
    .mutation(async ({ ctx, input }) => {
      const { db, tenant, deps } = ctx;
      const { given, name } = await prove({ env: deps.env, db, tenant }, input);
      await ctx.stillAdmitted();
      const granted = await deps.use(planGrants).of(tenant.clientId);
      const row = await db.transaction(async (tx) => {
        const made = { kind: input.kind, given, name, label: input.label };
        const { stored, isNew } = await storeConnection(tx, { tenant, env: deps.env, granted }, made);
        await recordConnectionChange(tx, ctx, isNew ? 'connection_made' : 'connection_mended', stored);
        return stored;
      });
      return { ok: true, data: toConnection(row) };
    }),

  sync: tenantProcedure
    .meta(
      post('/connections/{id}/sync', 'Read a connection now', {
        status: 202,
        creates: false,
        limit: 'connectionCalls',
        description:
          'Reads the last days now, also those of a connection that is broken, instead of waiting for the night. Administrators only.',
        returns: 'The connection, which is about to read.',
      }),
    )
    .input(ById)
    .use(adminOnly)
    .output(Data(ConnectionEntry))
    .mutation(async ({ ctx: { db, tenant }, input: { id } }) => {
      const [row] = await db
        .update(connections)
        .set({ nextSyncAt: new Date() })
        .where(ownedBy(tenant, connections, eq(connections.id, id)))
        .returning();
      if (!row) throw notFound();
      return { ok: true, data: toConnection(row) };
    }),

  remove: tenantProcedure
    .meta(
      del('/connections/{id}', 'Remove a connection', {
        inQuery: true,
        description:
          'Deletes the connection with its credential. What it has brought stays, unless `data` is `delete`. Administrators only.',
        returns: 'The connection is removed.',
      }),
    )
    .input(
      ById.extend({
        data: z
          .enum(['keep', 'delete'])
          .default('keep')
          .meta({ description: 'What becomes of the figures that it has brought.', example: 'keep' }),
      }),
    )
    .use(adminOnly)
    .output(Ok)
    .mutation(async ({ ctx, input: { id, data } }) => {
      const { db, tenant } = ctx;
      const one = ownedBy(tenant, connections, eq(connections.id, id));
      // A turn that is under way stores nothing any more, and none begins.
      const [stopped] = await db
        .update(connections)
        .set({ lease: randomUUIDv7(), leasedUntil: sql`now() + interval '5 minutes'` })
        .where(one)
        .returning();
      if (!stopped) throw notFound();
      if (data === 'delete') await deleteBrought(db, tenant, stopped.kind);
      await db.transaction(async (tx) => {
        const [gone] = await tx.delete(connections).where(and(one)).returning();
        if (!gone) throw notFound();
        await recordConnectionChange(tx, ctx, 'connection_removed', gone);
        await removeUnusedGrants(tx, tenant);
        await factsChanged(tx, tenant);
      });
      return { ok: true };
    }),
};
