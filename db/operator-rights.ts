import { sql } from 'drizzle-orm';
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';

// What the role of operators with portfolios may do outside of clients' tables, where policies choose the rows. On
// tables without policies it may do little: it reads no password, token or factor, and takes no job.

const RIGHTS: Record<string, string> = {
  organizations: 'SELECT, UPDATE',
  client_facts: 'SELECT',
  memberships: 'SELECT',
  users: 'SELECT (id, email, email_verified, name, locale, locked_at)',
  authenticators: 'SELECT (user_id)',
  sessions: 'SELECT (id)',
  // Its lock holds a role for a transaction, and needs the right to change something.
  operators: 'SELECT, UPDATE (created_at)',
  invitations: 'SELECT, INSERT, UPDATE, DELETE',
  api_keys: 'SELECT, INSERT, UPDATE, DELETE',
  brandings: 'SELECT, INSERT, UPDATE, DELETE',
  client_erasures: 'SELECT, INSERT, UPDATE, DELETE',
  client_exports: 'SELECT, INSERT, UPDATE, DELETE',
  support_sessions: 'SELECT, INSERT, UPDATE, DELETE',
  operator_keys: 'SELECT, INSERT, UPDATE, DELETE',
  operator_grants: 'SELECT, INSERT, UPDATE, DELETE',
  report_templates: 'SELECT, INSERT, UPDATE, DELETE',
  report_schedules: 'SELECT, INSERT, UPDATE, DELETE',
  operator_events: 'SELECT, INSERT',
  operator_reasons: 'SELECT, INSERT',
  security_events: 'INSERT',
  portfolios: 'SELECT',
  portfolio_clients: 'SELECT',
  portfolio_operators: 'SELECT',
  'pgboss.queue': 'SELECT',
  'pgboss.job': 'SELECT (id), INSERT',
  'pgboss.job_common': 'SELECT (id), INSERT',
};

/** Each right by itself, as PostgreSQL names it: `SELECT`, or `SELECT (id)` for one column. */
const RIGHTS_ONE_BY_ONE = Object.entries(RIGHTS).flatMap(([table, rights]) =>
  (rights.match(/\w+( \([^)]*\))?/g) ?? []).flatMap((right) => {
    const [privilege = '', columns] = right.split(/ \(|\)/);
    return columns ? columns.split(', ').map((column) => [table, privilege, column]) : [[table, privilege, null]];
  }),
);

const lacking = sql`
  select wanted->>0 as "table", wanted->>1 as privilege, wanted->>2 as "column"
  from json_array_elements(${JSON.stringify(RIGHTS_ONE_BY_ONE)}::text::json) as wanted
  where case when wanted->>2 is null then not has_table_privilege('portal_operator', wanted->>0, wanted->>1)
    else not has_column_privilege('portal_operator', wanted->>0, wanted->>2, wanted->>1) end`;

/** Gives the role of operators with portfolios its rights, where it lacks them. After the queues are installed. */
export async function restoreOperatorRights(db: PostgresJsDatabase) {
  const [usable] = await db.execute(sql`select has_schema_privilege('portal_operator', 'pgboss', 'USAGE') as yes`);
  if (!usable?.yes) await db.execute(sql`grant usage on schema pgboss to portal_operator`);
  for (const { table, privilege, column } of await db.execute<Record<'table' | 'privilege' | 'column', string>>(
    lacking,
  )) {
    const target = sql.join(
      table.split('.').map((name) => sql.identifier(name)),
      sql`.`,
    );
    const columns = column ? sql` (${sql.identifier(column)})` : sql``;
    await db.execute(sql`grant ${sql.raw(privilege)}${columns} on ${target} to portal_operator`);
  }
}
