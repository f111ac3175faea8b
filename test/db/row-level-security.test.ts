import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Database } from '../../db/database.ts';
import type { Executor } from '../../db/handles.ts';
import { migrate } from '../../db/migrate.ts';
import { scoreRuns } from '../../db/schema/index.ts';
import type { ClientId } from '../../db/tenant.ts';
import { runLog } from '../../routers/insights/runs.ts';
import { freshDatabase, onServer } from '../helpers/database.ts';
import { openPortal, type Portal } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';

const patience = { statement: 10_000, transaction: 30_000 };

/** On a server: a database whose owner is no superuser, and may make roles. Embedded, the owner is what it is. */
async function ownedDatabase() {
  const server = process.env.DATABASE_URL;
  if (!server) return freshDatabase();

  const name = `portal_owner_${randomUUID().slice(0, 8)}`;
  const password = randomUUID();
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create role ${name} login createrole nosuperuser nobypassrls password '${password}'`);
  await admin.unsafe(`create database ${name} owner ${name}`);
  // From PostgreSQL 16 on, a role is granted by whoever made it; on this server somebody else may have.
  for (const role of ['portal_tenant', 'portal_maintenance', 'portal_operator'])
    await admin.unsafe(`grant ${role} to ${name}`).catch(() => undefined);

  const url = new URL(server);
  Object.assign(url, { pathname: `/${name}`, username: name, password });
  const { variables, drop } = await freshDatabase();
  const database = await connect({ url: url.href, folder: variables.DATA_DIR }, patience);
  await migrate(database);
  await database.close();
  return {
    variables: { ...variables, DATABASE_URL: url.href },
    async drop() {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.unsafe(`drop role ${name}`);
      await admin.end();
      await drop();
    },
  };
}

let owned: Awaited<ReturnType<typeof ownedDatabase>>;
let portal: Portal;
let database: Database;
let clients: { orgId: string; runId: string; marker: string }[];
beforeAll(async () => {
  owned = await ownedDatabase();
  portal = await openPortal({ beside: { database: { variables: owned.variables } } });
  database = portal.deps.database;
  clients = await Promise.all(
    ['one', 'other'].map(async (marker) => {
      const person = await portal.register();
      const pipeline = await person.pipeline();
      const { runId } = (await pipeline.post('/api/ingest/scans', scan({ externalId: marker }))).json();
      await person.post('/api/insights/query', { type: 'scoring' });
      expect((await person.get('/api/visibility/scores')).json().data.runId).toBe(runId);
      return { orgId: person.orgId, runId, marker };
    }),
  );
  await portal.deps.use(runLog).settled();
});
afterAll(async () => {
  await portal.close();
  await owned.drop();
});

const rows = async (query: ReturnType<typeof sql>, db: Executor = database.accounts) => [...(await db.execute(query))];
const as = (clientId = '') => database.as({ clientId: clientId as ClientId });

const TENANT_TABLES = sql`select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`;

describe('Row-level security', () => {
  it('is forced on every table with a client, for the table owner too', async () => {
    const tables = await rows(TENANT_TABLES);

    expect(tables.length).toBeGreaterThan(2);
    for (const table of tables) expect(table).toMatchObject({ relrowsecurity: true, relforcerowsecurity: true });
  });

  it('covers keys: every primary, unique and foreign key of such a table begins with the client', async () => {
    const keys = await rows(sql`select t.relname, k.conname, k.contype, a.attname as first
      from (${TENANT_TABLES}) t join pg_constraint k on k.conrelid = t.oid and k.contype in ('p', 'u', 'f')
      join pg_attribute a on a.attrelid = t.oid and a.attnum = k.conkey[1]`);
    const indexes = await rows(sql`select t.relname, i.indexrelid::regclass::text as name, a.attname as first
      from (${TENANT_TABLES}) t join pg_index i on i.indrelid = t.oid and i.indisunique
      join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]`);

    expect(keys.length).toBeGreaterThan(3);
    expect(keys.filter(({ first }) => first !== 'client_id')).toEqual([]);
    expect(indexes.filter(({ first }) => first !== 'client_id')).toEqual([]);
  });

  it('cannot be bypassed by the tenant role', async () => {
    const [role] = await rows(
      sql`select rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = 'portal_tenant'`,
    );
    const [me] = await rows(sql`select rolsuper from pg_roles where rolname = current_user`);

    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcanlogin: false });
    expect(me).toEqual({ rolsuper: !onServer() });
  });
});

describe('A tenant handle', () => {
  it('shows only its own rows to a statement without a condition', async () => {
    const seen = await Promise.all(clients.map(({ orgId }) => as(orgId).select().from(scoreRuns)));

    expect(seen.map((found) => found.map(({ externalId }) => externalId))).toEqual([['one'], ['other']]);
  });

  it('shows no rows for an empty or unknown client id', async () => {
    const tables = await rows(TENANT_TABLES);

    for (const { relname } of tables)
      for (const clientId of ['', randomUUID()]) {
        const [count] = await rows(
          sql`select count(*)::int as n from ${sql.identifier(String(relname))}`,
          as(clientId),
        );
        expect({ relname, ...count }).toEqual({ relname, n: 0 });
      }
  });

  it('cannot write or delete the rows of another client, nor move its own to one', async () => {
    const [one, other] = clients;
    const stolen = { clientId: other?.orgId ?? '', externalId: 'stolen', completedAt: new Date() };
    const scores = { rawScore: 1, dynamicScore: 1, confidence: 1, tiers: [], components: [], parts: {} };
    const mine = as(one?.orgId);

    await expect(mine.insert(scoreRuns).values({ ...stolen, ...scores })).rejects.toMatchObject({
      cause: { code: '42501' },
    });
    await expect(mine.update(scoreRuns).set({ clientId: other?.orgId ?? '' })).rejects.toMatchObject({
      cause: { code: '42501' },
    });
    await mine.delete(scoreRuns);

    expect(await as(other?.orgId).select({ id: scoreRuns.id }).from(scoreRuns)).toEqual([{ id: other?.runId }]);
  });

  it('cannot read accounts, and leaves no role set on the connection', async () => {
    for (const table of ['users', 'sessions', 'api_keys', 'memberships'])
      await expect(as(clients[0]?.orgId).execute(sql`select from ${sql.identifier(table)}`)).rejects.toMatchObject({
        cause: { code: '42501' },
      });

    const left = await Promise.all(
      Array.from({ length: 20 }, () =>
        rows(
          sql`select current_user = session_user as own, coalesce(current_setting('app.client_id', true), '') as client`,
        ),
      ),
    );
    expect(left.flat()).toEqual(Array(20).fill({ own: true, client: '' }));
  });
});
