import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { freshDatabase, onServer } from '../helpers/database.ts';

const timeouts = { statement: 10_000, transaction: 30_000 };

async function open(end: (close: () => Promise<void>) => void) {
  const { variables, drop } = await freshDatabase();
  const database = await connect({ url: variables.DATABASE_URL, folder: variables.DATA_DIR }, timeouts);
  end(async () => {
    await database.close();
    await drop();
  });
  return { variables, ...database };
}

const migratedDatabase = () => open(onTestFinished);

const ACCESS = [
  sql`select tablename, policyname, permissive, cmd, roles::text, qual, with_check from pg_policies order by 1, 2`,
  sql`select relname, relrowsecurity, relforcerowsecurity, (select string_agg(acl::text, ',' order by acl::text) from unnest(coalesce(relacl, acldefault('r', relowner))) acl) as grants
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
];

type Opened = Awaited<ReturnType<typeof migratedDatabase>>;
const accessOf = ({ accounts }: Opened) =>
  Promise.all(ACCESS.map(async (query) => [...(await accounts.execute(query))]));

/** Each test leaves it as it was. */
let restored: Opened;
beforeAll(async () => {
  restored = await open(afterAll);
});

it.each([
  [
    'dropped policies',
    'drop policy one_client on reviews; drop policy all_clients on pages; drop policy one_client on organizations',
  ],
  ['a policy that lets everything through', 'alter policy one_client on reviews using (true)'],
  ['revoked rights', 'revoke select on reviews from portal_tenant; revoke update on pages from portal_maintenance'],
  [
    'revoked rights of operators with portfolios',
    'revoke select on reviews from portal_operator; revoke select on memberships from portal_operator',
  ],
  ['revoked rights of organizations', 'revoke all on organizations from portal_tenant'],
  [
    'disabled security',
    'alter table reviews disable row level security; alter table organizations disable row level security',
  ],
  ['security that is not forced', 'alter table reviews no force row level security'],
])('a start restores %s', async (_what, damage) => {
  const before = await accessOf(restored);
  for (const statement of damage.split(';')) await restored.accounts.execute(sql.raw(statement));
  expect(await accessOf(restored)).not.toEqual(before);

  await migrate(restored);

  expect(await accessOf(restored)).toEqual(before);
});

// On a server the roles belong to all databases, of which other tests use some.
it.skipIf(onServer())('a start restores missing roles, and all that depends on them', async () => {
  const database = await migratedDatabase();
  const before = await accessOf(database);
  for (const statement of [
    'drop owned by portal_tenant, portal_maintenance, portal_operator',
    'drop role portal_tenant, portal_maintenance, portal_operator',
  ])
    await database.accounts.execute(sql.raw(statement));

  await migrate(database);

  expect(await accessOf(database)).toEqual(before);
});

it('a start refuses a database that a newer version has migrated', async () => {
  const database = await migratedDatabase();
  await database.accounts.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
  );

  await expect(migrate(database)).rejects.toThrow(
    /^The database was migrated by a newer version of the portal\.[^\n]*$/,
  );
});

it('a start refuses a database that was migrated before the first release', async () => {
  const database = await migratedDatabase();
  await database.accounts.execute(sql`delete from drizzle.__drizzle_migrations`);
  await database.accounts.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('roles', 1795264943652), ('rooms', 1795264944378)`,
  );

  await expect(migrate(database)).rejects.toThrow(
    /^A version from before the first release made this database[^\n]*Give an empty database[^\n]*$/,
  );
});

it.skipIf(!onServer())('a start without the rights to restore policies refuses in one line', async () => {
  const database = await migratedDatabase();
  await database.accounts.execute(sql`drop policy one_client on reviews`);
  const [role, password] = [`portal_limited_${randomUUID().slice(0, 8)}`, randomUUID()];
  const admin = postgres(database.variables.DATABASE_URL ?? '', { max: 1, onnotice: () => {} });
  await admin.unsafe(
    `create role ${role} login password '${password}' in role portal_tenant, portal_maintenance, portal_operator`,
  );
  await admin.unsafe(`grant all on schema public, drizzle to ${role}`);
  await admin.unsafe(`grant all on all tables in schema drizzle to ${role}`);
  const url = new URL(database.variables.DATABASE_URL ?? '');
  await admin.unsafe(`grant all on database ${url.pathname.slice(1)} to ${role}`);
  Object.assign(url, { username: role, password });
  const limited = await connect({ url: url.href, folder: database.variables.DATA_DIR }, timeouts);
  onTestFinished(async () => {
    await limited.close();
    await admin.unsafe(`drop owned by ${role}`);
    await admin.unsafe(`drop role ${role}`);
    await admin.end();
  });

  await expect(migrate(limited)).rejects.toThrow(/^The user of DATABASE_URL cannot prepare roles[^\n]*must be owner/);
});
