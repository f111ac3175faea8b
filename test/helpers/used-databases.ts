import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';

/** Everything a test may have changed other than rows: tables, columns, functions, triggers, policies, rights. */
const SCHEMA = `
  select md5(string_agg(fact, ',' order by fact)) as schema from (
    select concat('class', oid, relname, relkind, relrowsecurity, relforcerowsecurity, relacl, relowner) from pg_class where oid >= 16384
    union all select concat('column', attrelid, attname, atttypid, attnotnull, attacl) from pg_attribute where attrelid >= 16384
    union all select concat('default', oid, adrelid) from pg_attrdef where oid >= 16384
    union all select concat('constraint', oid, conname, convalidated) from pg_constraint where oid >= 16384
    union all select concat('trigger', oid, tgname, tgenabled) from pg_trigger where oid >= 16384
    union all select concat('policy', oid, polname, pg_get_expr(polqual, polrelid)) from pg_policy
    union all select concat('function', oid, proname, xmin) from pg_proc where oid >= 16384
    union all select concat('schema', oid, nspname, nspacl) from pg_namespace where nspname not like 'pg\\_%'
    union all select concat('setting', setrole, setconfig) from pg_db_role_setting s join pg_database d on d.oid = setdatabase where datname = current_database()
    union all select concat('statistic', starelid, staattnum) from pg_statistic where starelid >= 16384
  ) as facts (fact)`;

/** Tables that may have rows: they have had some. */
const FILLED = `select oid::regclass::text as table from pg_class
  where relkind = 'r' and oid >= 16384 and pg_relation_size(oid) > 0`;

/** A database that a test has filled is dropped: what it leaves would slow the next one. */
const SMALL = 40 * 1024 * 1024;

interface Original {
  schema: string;
  rows: Map<string, string>;
}

/** What the template is like, read from the first copy of it in this worker. */
let original: Original | undefined;
const used: string[] = [];

const session = (database: string) => {
  const url = new URL(inject('template').server ?? '');
  url.pathname = `/${database}`;
  return postgres(url.href, { max: 1, onnotice: () => {} });
};

/** Remembers how a copy of the template begins. */
export async function rememberOriginal(database: string) {
  if (original) return;
  const sql = session(database);
  const [{ schema } = { schema: '' }] = await sql.unsafe<{ schema: string }[]>(SCHEMA);
  const rows = new Map<string, string>();
  for (const { table } of await sql.unsafe<{ table: string }[]>(FILLED)) {
    const [saved] = await sql.unsafe<{ rows: string }[]>(`select json_agg(t)::text as rows from ${table} t`);
    rows.set(table, saved?.rows ?? '[]');
  }
  await sql.end();
  original = { schema, rows };
}

/** Makes a database like new, unless its schema was changed or it has grown. */
async function reset(database: string, { schema, rows }: Original) {
  const sql = session(database);
  try {
    const [now] = await sql.unsafe(
      `select (${SCHEMA}) as schema, pg_database_size(current_database()) < ${SMALL} as small`,
    );
    if (now?.schema !== schema || !now.small) return false;
    await sql.begin(async (all) => {
      // Neither triggers nor foreign keys.
      await all.unsafe('set local session_replication_role = replica');
      const filled = await all.unsafe<{ table: string }[]>(FILLED);
      await all.unsafe(filled.map(({ table }) => `delete from ${table}`).join(';'));
      for (const [table, saved] of rows)
        await all.unsafe(`insert into ${table} select * from json_populate_recordset(null::${table}, $1::text::json)`, [
          saved,
        ]);
    });
    return true;
  } finally {
    await sql.end();
  }
}

const unique = () => `${inject('template').database}_${process.pid}_${randomBytes(5).toString('hex')}`;

/**
 * Takes back a database that a test is done with. Its new name is known to nobody: a process that should have ended
 * finds it no more.
 */
export async function giveBack(admin: postgres.Sql, database: string) {
  const name = unique();
  await admin.unsafe(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}' and pid <> pg_backend_pid()`,
  );
  const renamed = await admin.unsafe(`alter database ${database} rename to ${name}`).then(
    () => true,
    () => false,
  );
  if (renamed) used.push(name);
  else await admin.unsafe(`drop database if exists ${database} with (force)`);
}

/** Renames a database that a test is done with to `name`, with the rows of a new one. False if there is none. */
export async function takeUsed(admin: postgres.Sql, name: string): Promise<boolean> {
  const database = used.pop();
  if (!database || !original) return false;
  if (await reset(database, original).catch(() => false)) {
    await admin.unsafe(`alter database ${database} rename to ${name}`);
    return true;
  }
  await admin.unsafe(`drop database ${database} with (force)`);
  return takeUsed(admin, name);
}
