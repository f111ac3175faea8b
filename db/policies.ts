import { getTableColumns, getTableName, is, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, PgDialect, PgRole, PgTable } from 'drizzle-orm/pg-core';
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import * as schema from './schema/index.ts';

interface Policy {
  table: string;
  name: string;
  /** The statements that it is for. */
  command?: string;
  role: string;
  using: string;
  check: string | null;
}

const dialect = new PgDialect({ casing: 'snake_case' });
const textOf = (expression: SQL) => dialect.sqlToQuery(expression).sql;

/** The policies that the schema declares. */
const POLICIES: Policy[] = Object.values(schema).flatMap((entry) => {
  if (!is(entry, PgTable)) return [];
  const { name: table, policies } = getTableConfig(entry);
  return policies.flatMap(({ name, for: command = 'all', to, using, withCheck }) =>
    is(to, PgRole) && using
      ? [{ table, name, command, role: to.name, using: textOf(using), check: withCheck ? textOf(withCheck) : null }]
      : [],
  );
});

/** The tables without a client that some roles see in part: under row-level security, which is not forced. */
export const GUARDED_ACCOUNTS = Object.values(schema).flatMap((entry) =>
  is(entry, PgTable) && !('clientId' in getTableColumns(entry)) && getTableConfig(entry).policies.length > 0
    ? [getTableName(entry)]
    : [],
);

const create = ({ name, command = 'all', role, using, check }: Policy, table: string) =>
  sql`create policy ${sql.identifier(name)} on ${sql.identifier(table)} for ${sql.raw(command)} to ${sql.identifier(role)}
      using (${sql.raw(using)}) ${check ? sql`with check (${sql.raw(check)})` : sql``}`;

const expressionsOf = ({ command = 'all', using, check }: Policy) => JSON.stringify([command, using, check]);
const definition = (row: Record<string, unknown>) => JSON.stringify([row.open, row.roles, row.qual, row.with_check]);

const stored = (db: Pick<PostgresJsDatabase, 'execute'>, tables: SQL) =>
  db.execute(sql`select tablename, policyname, permissive || cmd as open, roles::text, qual, with_check
                 from pg_policies where ${tables}`);

/** Creates policies on a temporary table: PostgreSQL stores expressions in words of its own. */
async function expectedDefinitions(db: PostgresJsDatabase, policies: Policy[]) {
  const kinds = [...new Map(policies.map((policy) => [`${policy.role} ${expressionsOf(policy)}`, policy]))];
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`create temporary table expected_policies (client_id uuid, org_id uuid, id uuid, portfolio_id uuid, actor_id uuid,
            operator_id uuid, created_by uuid, event_id uuid, client_ids uuid[]) on commit drop`,
    );
    for (const [index, [, policy]] of kinds.entries())
      await tx.execute(create({ ...policy, name: `expected_${index}` }, 'expected_policies'));
    const rows = await stored(tx, sql`tablename = 'expected_policies'`);
    const definitionOf = new Map(rows.map((row) => [String(row.policyname), definition(row)]));
    return new Map(kinds.map(([kind], index) => [kind, definitionOf.get(`expected_${index}`)]));
  });
}

/** Creates the policies that are missing, and replaces those that differ. Default: the policies of the schema. */
export async function restorePolicies(db: PostgresJsDatabase, policies = POLICIES) {
  const expected = await expectedDefinitions(db, policies);
  const rows = await stored(db, sql`schemaname = 'public'`);
  const present = new Map(rows.map((row) => [`${row.tablename} ${row.policyname}`, definition(row)]));
  for (const policy of policies) {
    const { table, name, role } = policy;
    if (present.get(`${table} ${name}`) === expected.get(`${role} ${expressionsOf(policy)}`)) continue;
    await db.transaction(async (tx) => {
      await tx.execute(sql`drop policy if exists ${sql.identifier(name)} on ${sql.identifier(table)}`);
      await tx.execute(create(policy, table));
    });
  }
}
