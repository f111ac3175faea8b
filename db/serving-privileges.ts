import { sql } from 'drizzle-orm';
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { UnusableDatabase } from './access.ts';

const OURS = sql.raw(`('public', 'drizzle', 'pgboss')`);
const FILES_AND_PROGRAMS = sql.raw(`('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')`);

/** Tables whose rows a serving role may not change nor delete, and those whose rows it may not delete, by name. */
interface Kept {
  appendOnly: string[];
  lasting: string[];
}

/** The first privilege that the role must not have, in words. Those of PUBLIC and of roles that it may become count. */
const excessPrivilege = (role: string, { appendOnly, lasting }: Kept) => sql`
  with reachable as (select * from pg_roles where pg_has_role(${role}, oid, 'member')),
  owned as (
    select 'the table ' || c.oid::regclass as object from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relowner in (select oid from reachable)
    union all select 'the schema ' || nspname from pg_namespace
      where nspname in ${OURS} and nspowner in (select oid from reachable)
    union all select 'the function ' || p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ${OURS} and p.proowner in (select oid from reachable)
    union all select 'the database' from pg_database
      where datname = current_database() and datdba in (select oid from reachable)
  ),
  used as (
    select t.relname as name, r.oid as role, t.oid as id from pg_class t, reachable r
      where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
  )
  select coalesce(
    (select 'has or may take SUPERUSER, BYPASSRLS, CREATEROLE, REPLICATION, or access to files of the server' from reachable
      where rolsuper or rolbypassrls or rolcreaterole or rolreplication or rolname in ${FILES_AND_PROGRAMS} limit 1),
    (select 'may become ' || rolname from reachable where rolname in ('portal_maintenance', current_user)
      order by rolname = current_user desc limit 1),
    (select 'owns ' || object from owned order by 1 limit 1),
    (select 'may change or delete rows of ' || name from used where name in ${appendOnly}
      and (has_table_privilege(role, id, 'UPDATE, DELETE') or has_any_column_privilege(role, id, 'UPDATE'))
      order by name desc limit 1),
    (select 'may delete rows of ' || name || ', and the security trail with them' from used
      where name in ${lasting} and has_table_privilege(role, id, 'DELETE') order by 1 limit 1),
    (select 'may truncate ' || name || ' or add triggers to it' from used
      where has_table_privilege(role, id, 'TRUNCATE, TRIGGER') order by 1 limit 1),
    (select 'may create objects in the schema ' || n.nspname from pg_namespace n, reachable r
      where n.nspname in ${OURS} and has_schema_privilege(r.oid, n.oid, 'CREATE') order by 1 limit 1)
  ) as excess`;

/** @throws UnusableDatabase when the serving role could change tables, skip policies, or alter the trail */
export async function assertLeastPrivilege(db: PostgresJsDatabase, role: string, kept: Kept) {
  const [found] = await db.execute<{ excess: string | null }>(excessPrivilege(role, kept));
  if (found?.excess)
    throw new UnusableDatabase(
      `The user of DATABASE_URL ${found.excess}: with DATABASE_MIGRATION_URL it must not. See "Two roles" in docs/deploy.md.`,
    );
}
