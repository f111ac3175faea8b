import { randomInt } from 'node:crypto';
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { UnusableDatabase } from './access.ts';
import type { Database } from './database.ts';
import { GUARDED_ACCOUNTS, restorePolicies } from './policies.ts';
import * as schema from './schema/index.ts';
import { assertLeastPrivilege } from './serving-privileges.ts';

// With DATABASE_MIGRATION_URL two roles use the database: its own owns all, and that of DATABASE_URL serves. The latter
// has rights on account tables and queues through portal_accounts, and on clients' rows through portal_tenant.

const PROBE = 7_130_003;

/**
 * The role of DATABASE_URL, if it is another than that of DATABASE_MIGRATION_URL.
 *
 * @throws UnusableDatabase when the two lead to different databases
 */
export async function findServingRole({ accounts, separateOwner }: Database, owner: PostgresJsDatabase) {
  if (!separateOwner) return undefined;
  return owner.transaction(async (tx) => {
    // A lock is seen from the same database only, whatever names its hosts have and whatever poolers are between.
    const probe = randomInt(1, 2 ** 31 - 1);
    const [owning] = await tx.execute(
      sql`select current_user as role, pg_advisory_xact_lock(${PROBE}::int, ${probe}::int)`,
    );
    const [serving] = await accounts.execute(
      sql`select current_user as role, exists (select from pg_locks where locktype = 'advisory'
            and classid = ${PROBE}::oid and objid::bigint = ${probe}
            and database = (select oid from pg_database where datname = current_database())) as same`,
    );
    if (!serving?.same)
      throw new UnusableDatabase('DATABASE_MIGRATION_URL leads to another database than DATABASE_URL.');
    return serving.role === owning?.role ? undefined : String(serving.role);
  });
}

/** Tables whose rows are never changed nor deleted while serving. Maintenance deletes them when they expire. */
const APPEND_ONLY: PgTable[] = [schema.securityEvents, schema.operatorEvents, schema.operatorReasons];
/** Tables whose rows are not deleted while serving: the trail would go with them. */
const LASTING: PgTable[] = [schema.users, schema.organizations];

const ROWS = 'DELETE, INSERT, SELECT, UPDATE';
const rightsOn = (table: PgTable) => {
  if (APPEND_ONLY.includes(table)) return 'INSERT, SELECT';
  return LASTING.includes(table) ? 'INSERT, SELECT, UPDATE' : ROWS;
};

const ACCOUNT_TABLES = new Map<string, string>(
  Object.values(schema).flatMap((entry) =>
    is(entry, PgTable) && !('clientId' in getTableColumns(entry)) ? [[getTableName(entry), rightsOn(entry)]] : [],
  ),
);

/** Under row-level security, which the tenant role is subject to, an owner sees all rows; others need a policy. */
const EVERY_ROW = GUARDED_ACCOUNTS.map((table) => ({
  table,
  name: 'all_accounts',
  role: 'portal_accounts',
  using: 'true',
  check: 'true',
}));

const createRole = sql`do $$ begin create role portal_accounts nologin;
  exception when duplicate_object or unique_violation then null; end $$`;

/** Makes the role a member of those that it serves as. @throws UnusableDatabase without the right to */
async function joinRoles(db: PostgresJsDatabase, role: string) {
  const [found] = await db.execute(sql`select from pg_roles where rolname = 'portal_accounts'`);
  if (!found) await db.execute(createRole);
  const isMember = async () => {
    const [member] = await db.execute<{ ready: boolean }>(
      sql`select pg_has_role(${role}, 'portal_accounts', 'usage') and pg_has_role(${role}, 'portal_tenant', 'member')
            and pg_has_role(${role}, 'portal_operator', 'member') as ready`,
    );
    return member?.ready;
  };
  if (await isMember()) return;
  const refused = await db
    .execute(sql`grant portal_tenant, portal_operator, portal_accounts to ${sql.identifier(role)}`)
    .then(
      () => undefined,
      (error) => error,
    );
  if (!(await isMember()))
    throw new UnusableDatabase(
      'The user of DATABASE_URL is no member of portal_tenant, portal_operator and portal_accounts that inherits. Grant it these roles.',
      { cause: refused },
    );
}

/** Gives portal_accounts its rights on account tables and queues, and takes others away, where they differ. */
async function restoreRights(db: PostgresJsDatabase) {
  for (const name of ['public', 'pgboss']) {
    const [usable] = await db.execute(sql`select has_schema_privilege('portal_accounts', ${name}, 'USAGE') as yes`);
    if (!usable?.yes) await db.execute(sql`grant usage on schema ${sql.identifier(name)} to portal_accounts`);
  }
  const tables = await db.execute(sql`
    select relnamespace::regnamespace::text as schema, relname as name, (select string_agg(privilege_type, ', '
        order by privilege_type) from aclexplode(relacl) where grantee = 'portal_accounts'::regrole) as present
    from pg_class where relkind in ('r', 'p') and (relnamespace = 'pgboss'::regnamespace
        or relnamespace = 'public'::regnamespace and relname in ${[...ACCOUNT_TABLES.keys()]})`);
  for (const { schema: name, name: table, present } of tables) {
    const wanted = (name === 'public' && ACCOUNT_TABLES.get(String(table))) || ROWS;
    if (present === wanted) continue;
    const target = sql`${sql.identifier(String(name))}.${sql.identifier(String(table))}`;
    await db.transaction(async (tx) => {
      await tx.execute(sql`revoke all on ${target} from portal_accounts`);
      await tx.execute(sql`grant ${sql.raw(wanted)} on ${target} to portal_accounts`);
    });
  }
}

/**
 * Gives the serving role the rights that it needs and a restored dump may lack.
 *
 * @throws UnusableDatabase when it has more
 */
export async function restoreServingRole(db: PostgresJsDatabase, role: string) {
  await joinRoles(db, role);
  await restorePolicies(db, EVERY_ROW);
  await restoreRights(db);
  await assertLeastPrivilege(db, role, {
    appendOnly: APPEND_ONLY.map(getTableName),
    lasting: LASTING.map(getTableName),
  });
}
