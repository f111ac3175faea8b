import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UnusableDatabase } from '../../db/access.ts';
import { connect } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { onServer } from '../helpers/database.ts';

const patience = { statement: 10_000, transaction: 30_000 };

/** Where an empty database is that nobody migrated. */
async function emptyDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-migrate-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  if (!onServer()) return { folder: join(folder, 'data') };

  const url = new URL(process.env.DATABASE_URL ?? '');
  const admin = postgres(url.href, { max: 1, onnotice: () => {} });
  const name = `portal_migrate_${randomUUID().slice(0, 8)}`;
  await admin.unsafe(`create database ${name}`);
  onTestFinished(async () => {
    await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.end();
  });
  url.pathname = `/${name}`;
  return { url: url.href, folder };
}

async function opened(at: Awaited<ReturnType<typeof emptyDatabase>>) {
  const database = await connect(at, patience);
  onTestFinished(() => database.close());
  return database;
}

/** All that a migration could change: columns, policies, triggers, rights, and which migrations ran. */
async function shape({ accounts: db }: Awaited<ReturnType<typeof opened>>) {
  const queries = [
    sql`select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns where table_schema = 'public' order by 1, 2`,
    sql`select tablename, policyname, roles::text, qual from pg_policies order by 1, 2`,
    sql`select relname, relrowsecurity, relforcerowsecurity, relacl::text from pg_class where relnamespace = 'public'::regnamespace order by 1`,
    sql`select tgname from pg_trigger where not tgisinternal order by 1`,
    sql`select hash, created_at from drizzle.__drizzle_migrations order by id`,
  ];
  const results = [];
  for (const query of queries) results.push([...(await db.execute(query))]);
  return results;
}

describe('Migrations', () => {
  it('give the same database when run twice', async () => {
    const database = await opened(await emptyDatabase());

    await migrate(database);
    const once = await shape(database);
    await migrate(database);
    const twice = await shape(database);

    expect(once.map(({ length }) => length > 0)).toEqual([true, true, true, true, true]);
    expect(twice).toEqual(once);
  });

  it.skipIf(!onServer())('from four processes at once leaves each of them with it', async () => {
    const at = await emptyDatabase();
    const databases = await Promise.all([1, 2, 3, 4].map(() => opened(at)));

    const outcomes = await Promise.allSettled(databases.map((database) => migrate(database)));

    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    const [applied] =
      (await databases[0]?.accounts.execute(
        sql`select count(*)::int as all, count(distinct hash)::int as distinct from drizzle.__drizzle_migrations`,
      )) ?? [];
    expect(applied?.all).toBe(applied?.distinct);
    expect(applied?.all).toBeGreaterThan(0);
  });
});

it.skipIf(!onServer())('says in one line that another process migrates for long', async () => {
  const at = await emptyDatabase();
  const [hanging, waiting] = [await opened(at), await opened(at)];
  const { promise: migrates, resolve: began } = Promise.withResolvers<void>();
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
  const first = migrate(hanging, async () => {
    began();
    await woken;
  });
  await Promise.race([migrates, first]);

  const refused = await migrate(waiting, undefined, 1000).catch((error) => error);
  wake();
  await first;

  expect(refused).toBeInstanceOf(UnusableDatabase);
  expect(refused.message).toMatch(/^Another process has been migrating the database for two minutes\. .+$/);
  await migrate(waiting);
});

describe.skipIf(!onServer())('A start that has to change a table', () => {
  it('lets others read while it waits for somebody who reads for long', async () => {
    const at = await emptyDatabase();
    const database = await opened(at);
    await migrate(database);
    await database.accounts.execute(sql`alter table goals disable row level security`);
    const { url = '' } = at;
    const [long, other] = [postgres(url, { max: 1 }), postgres(url, { max: 1 })];
    onTestFinished(async () => void (await Promise.all([long.end(), other.end()])));

    let isDone = false;
    let starting: Promise<unknown> = Promise.resolve();
    await long.begin(async (tx) => {
      await tx`select from goals`;
      starting = migrate(database).finally(() => {
        isDone = true;
      });
      const waits = async () =>
        (await other`select from pg_locks where relation = 'goals'::regclass and not granted`).length;
      await expect.poll(waits, { interval: 20, timeout: 20_000 }).toBe(1);
      await other`set lock_timeout = '5s'`;
      await other`select from goals`;
      expect(isDone).toBe(false);
    });
    await starting;

    const [goals] = await other`select relrowsecurity as secured from pg_class where oid = 'goals'::regclass`;
    expect(goals).toEqual({ secured: true });
  });
});
