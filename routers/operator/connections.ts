import { eq, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb, Reach } from '../../db/handles.ts';
import { operatorGrants } from '../../db/schema/index.ts';
import { invalid, notFound, PortalError } from '../../server/errors.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import type { HandlerDeps } from '../../server/trpc/context.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { OrgId } from '../auth/public.ts';
import {
  GoogleKindName,
  grantOfAccount,
  KeyFile,
  keptKey,
  MOST_OF_GRANT,
  OperatorConnection,
  operatorConnections,
  storeOperatorKey,
} from '../connections/public.ts';
import { ById, Data, Id, JsonObject, Ok, Paging, Timestamp, Uuid } from '../values/shapes.ts';
import { holdRole, noteAction } from './actions.ts';
import { findGrant, findOwnGrant } from './google.ts';
import { operatorRoutes } from './shapes.ts';

const { get, post, del } = operatorRoutes;

/** How many connections one call makes. */
const AT_ONCE = 100;

const OperatorGrant = z
  .object({
    id: Uuid.describe('Id of the grant.'),
    account: z.string().nullable().meta({
      description: 'Address of the service account; null for a person’s consent.',
      example: 'portal@agency.iam.gserviceaccount.com',
    }),
    createdAt: Timestamp.describe('When it was given.'),
    updatedAt: Timestamp.describe('When its credential was last replaced.'),
    connections: z
      .array(OperatorConnection)
      .max(MOST_OF_GRANT)
      .describe('What is read with it, by the names of the clients.'),
  })
  .meta({ id: 'OperatorGrant', description: 'A credential of the operator, without its secret, and what it is for.' });

const NewConnections = z
  .object({
    grantId: Id.describe('A grant that there is, for more clients.').optional(),
    serviceAccount: z
      .union([JsonObject, z.string().max(20_000)])
      .optional()
      .meta({
        description: 'The JSON key of a service account at Google; it is kept sealed.',
        example: { client_email: 'portal@agency.iam.gserviceaccount.com', private_key: '-----BEGIN PRIVATE KEY-----…' },
      }),
    connections: z
      .array(
        z.object({
          clientId: Id.describe('Id of the client.'),
          kind: GoogleKindName,
          property: z.string().max(500).meta({
            description: 'Number of the property, or its name in Search Console.',
            example: 'sc-domain:harbordental.example',
          }),
        }),
      )
      .max(AT_ONCE)
      .default([])
      .describe('What is read with it, each client and kind once; none only replaces the credential.'),
  })
  .refine(({ grantId, serviceAccount }) => (grantId === undefined) !== (serviceAccount === undefined), {
    path: ['serviceAccount'],
    error: 'must be set, or grantId in its place',
  });

const order = keyset('operator grants', 'desc', [operatorGrants.createdAt, KEY.moment], [operatorGrants.id, KEY.id]);

interface Reading {
  db: AccountDb;
  deps: HandlerDeps;
  reach: Reach;
}

/** Grants with their connections, newest first. */
async function readGrants({ db, deps, reach }: Reading, some: SQL | undefined, limit = 1) {
  const { id, account, createdAt, updatedAt } = operatorGrants;
  const grants = await db
    .select({ id, account, createdAt, updatedAt })
    .from(operatorGrants)
    .where(some)
    .orderBy(...order.orderBy)
    .limit(limit);
  const connections = await deps
    .use(operatorConnections)(reach)
    .ofGrants(grants.map((grant) => grant.id));
  return grants.map((grant) => ({ ...grant, connections: connections.get(grant.id) ?? [] }));
}

/** The clients that connections are wanted for. @throws NOT_FOUND, VALIDATION_ERROR, INVALID_TRANSITION */
async function withClients(db: AccountDb, wanted: z.infer<typeof NewConnections>['connections']) {
  const named = new Set<string>();
  const found = [];
  for (const [index, { clientId, kind, property }] of wanted.entries()) {
    const tenant = await findTenant(db, clientId);
    if (!tenant) throw notFound();
    if (tenant.status === 'erasing')
      throw new PortalError('INVALID_TRANSITION', `${tenant.name} is being erased. Keep it first.`);
    const name = `${clientId} ${kind}`;
    if (named.has(name)) throw invalid(`connections.${index}`, 'names a client and kind for the second time');
    named.add(name);
    found.push({ tenant, kind, property });
  }
  return found;
}

/** The key of a service account as it was sent. @throws VALIDATION_ERROR */
function keyOf(serviceAccount: unknown) {
  const { data, error } = KeyFile.safeParse(serviceAccount);
  if (!data) throw invalid('serviceAccount', error.issues[0]?.message ?? 'must be the JSON key of a service account');
  return { account: data.client_email, key: keptKey(data) };
}

export const operatorConnectionProcedures = {
  list: operatorProcedure
    .meta(
      get('/operator/connections', 'List connections of the operator', {
        description:
          'The credentials with which the operator reads figures for clients, and the state of each connection. Secrets are never shown.',
        returns: 'The grants, newest first.',
        weight: 'heavy',
        ...PAGED,
      }),
    )
    .input(Paging(20, 20))
    .output(Data(z.array(OperatorGrant).describe('The grants, newest first.')))
    .query(async ({ ctx, input }) => {
      const rows = await readGrants(ctx, order.after(input.after), input.limit + 1);
      const data = endPage(ctx, input, rows, ({ createdAt, id }) => order.cursorOf([createdAt.toISOString(), id]));
      return { ok: true, data };
    }),

  create: operatorProcedure
    .meta(
      post('/operator/connections', 'Create connections of clients with one credential', {
        status: 201,
        weight: 'heavy',
        limit: 'operatorConnectionCalls',
        errors: ['INVALID_TRANSITION', 'PLAN_LIMIT'],
        description: `Connects up to ${AT_ONCE} properties of clients with one credential, after a call that proves each; if one cannot be read, nothing is stored and \`issues\` say which and why. A connection of the same kind and property that a client has is mended, and is the operator’s from then on; one of another property is 409. \`PLAN_LIMIT\`: the plan of a client grants no more. Another key of a service account that is there replaces its key, and all of its broken connections are tried at once.`,
        returns: 'The grant, whose new connections begin to read.',
      }),
    )
    .input(NewConnections)
    .output(Data(OperatorGrant))
    .mutation(async ({ ctx, input: { grantId, serviceAccount, connections } }) => {
      const { db, deps, reach } = ctx;
      const fresh = serviceAccount === undefined ? undefined : keyOf(serviceAccount);
      const grant = fresh
        ? await grantOfAccount(db, reach, fresh.account)
        : await findOwnGrant(db, reach, grantId ?? '');
      const wanted = await withClients(db, connections);
      const work = deps.use(operatorConnections)(reach);
      await work.assertGrantRoom(grant?.id, wanted.length);
      await work.assertPlanRoom(wanted);
      const proved = await work.prove({ grantId: grant?.id, key: fresh?.key }, wanted);
      await ctx.stillAdmitted();
      const id = await db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        if (fresh) await noteAction(tx, ctx, 'operator_grant_stored', {});
        for (const orgId of new Set(proved.map(({ tenant }) => tenant.clientId)))
          await noteAction(tx, ctx, 'client_connected', { orgId });
        return fresh ? storeOperatorKey(tx, deps, reach, fresh) : (grant?.id ?? '');
      });
      await work.connect(id, proved);
      if (fresh) await work.tryAgain(id);
      const [stored] = await readGrants(ctx, eq(operatorGrants.id, id));
      if (!stored) throw notFound();
      return { ok: true, data: stored };
    }),

  remove: operatorProcedure
    .meta(
      del('/operator/connections/{id}', 'Remove a grant of the operator', {
        inQuery: true,
        errors: ['INVALID_TRANSITION'],
        description:
          'Deletes the credential and the connections that read with it; with `clientId` only those of this client. What they have brought stays.',
        returns: 'They are removed.',
      }),
    )
    .input(ById.extend({ clientId: OrgId.describe('Only the connections of this client.').optional() }))
    .output(Ok)
    .mutation(async ({ ctx, input: { id, clientId } }) => {
      const { db, deps, reach } = ctx;
      await (clientId ? findGrant(db, id) : findOwnGrant(db, reach, id));
      const work = deps.use(operatorConnections)(reach);
      const clients = await work.clientsOf(id, clientId);
      if (clientId && clients.length === 0) throw notFound();
      if (!clientId && (await work.isForOthers(id)))
        throw new PortalError('INVALID_TRANSITION', 'This grant also reads for clients that are not yours any more.');
      await db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        if (!clientId) await noteAction(tx, ctx, 'operator_grant_deleted', {});
        for (const orgId of clients) await noteAction(tx, ctx, 'client_disconnected', { orgId });
        // From now on nobody gets a token of it.
        if (!clientId) await tx.delete(operatorGrants).where(eq(operatorGrants.id, id));
      });
      for (const client of clients) await work.disconnect(id, client);
      return { ok: true };
    }),
};
