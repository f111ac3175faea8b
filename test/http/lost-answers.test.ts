import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { expect, it, onTestFinished } from 'vitest';
import { freshDatabase, onServer } from '../helpers/database.ts';
import { openPortal } from '../helpers/portal.ts';
import { wireTo } from '../helpers/tcp-proxy.ts';
import { outcome } from '../helpers/wire.ts';

/** A portal whose connections can be cut, and a session beside it. Commits of rows in `table` take a second. */
async function portalWithSlowCommits(table: string) {
  const { variables, drop } = await freshDatabase();
  const near = new URL(variables.DATABASE_URL ?? '');
  const sql = postgres(near.href, { max: 2, onnotice: () => {} });
  const wire = await wireTo({ host: near.hostname, port: Number(near.port || 5432) });
  [near.hostname, near.port] = ['127.0.0.1', String(wire.port)];
  const portal = await openPortal({ beside: { database: { variables: { ...variables, DATABASE_URL: near.href } } } });
  onTestFinished(async () => {
    await sql.end({ timeout: 1 });
    await portal.close();
    await drop();
  });
  const slowDown = async () => {
    await sql.unsafe(
      `create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(1); return null; end'`,
    );
    await sql.unsafe(`create constraint trigger slow after insert on ${table} deferrable initially deferred
                      for each row execute function slow()`);
  };
  const committing = () => sql`select from pg_stat_activity where wait_event = 'PgSleep' and query ilike 'commit'`;
  const countOf = async (of: string) => Number((await sql.unsafe(`select count(*) from ${of}`))[0]?.count);
  return { portal, wire, sql, slowDown, committing, countOf };
}

const CALLS = [
  ['a page', 'pages', '/api/cms/pages', { title: 'One', content: '# One' }],
  ['an invitation', 'invitations', '/api/auth/org/invitations', { email: 'lena@example.com' }],
  ['an API key', 'api_keys', '/api/auth/org/api-keys', { name: 'One', scopes: ['read'] }],
] as const;

// A connection to the embedded database cannot be cut.
it.skipIf(!onServer()).each(CALLS)(
  'a call whose connection is cut while %s is committed is not run again',
  async (_what, table, url, body) => {
    const { portal, wire, slowDown, committing, countOf } = await portalWithSlowCommits(table);
    const person = await portal.register();
    const key = { 'idempotency-key': randomUUID() };
    const before = await countOf(table);
    await slowDown();

    const asked = person.post(url, body, key);
    await expect.poll(committing).toHaveLength(1);
    wire.drop();
    const first = await asked;
    const again = await person.post(url, body, key);
    const other = await person.post(url, body, { 'idempotency-key': randomUUID() });

    expect([first, again].map(outcome)).toEqual(['503 SERVICE_UNAVAILABLE', '409 IDEMPOTENCY_CONFLICT']);
    expect(again.json().error).toContain('completed, but its response was lost');
    expect(other.statusCode).toBe(201);
    // A new invitation of the same address takes the place of the first.
    expect((await countOf(table)) - before).toBe(table === 'invitations' ? 1 : 2);
  },
);

it.skipIf(!onServer())('a claim that is made after its caller has failed is given up', async () => {
  const { portal, wire, sql, countOf } = await portalWithSlowCommits('pages');
  const person = await portal.register();
  const key = { 'idempotency-key': randomUUID() };
  const page = { title: 'One', content: '# One' };
  const isClaiming = () => sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike 'insert into "idempotency_keys"%'`;

  // The server goes on with a statement whose connection was closed, if it is prepared.
  await person.post('/api/cms/pages', page, { 'idempotency-key': randomUUID() });
  const first = await sql.begin(async (other) => {
    await other`lock table idempotency_keys in access exclusive mode`;
    const asked = person.post('/api/cms/pages', page, key);
    await expect.poll(isClaiming).toHaveLength(1);
    wire.drop();
    return outcome(await asked);
  });
  await expect.poll(() => countOf('idempotency_keys')).toBe(2);
  const again = await person.post('/api/cms/pages', page, key);

  expect([first, outcome(again)]).toEqual(['503 SERVICE_UNAVAILABLE', '201']);
  expect(await countOf('pages')).toBe(2);
});
