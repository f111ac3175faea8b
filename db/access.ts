import { sql } from 'drizzle-orm';
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Database } from './database.ts';
import { GUARDED_ACCOUNTS, restorePolicies } from './policies.ts';

/** A database that this version of the portal cannot serve. The message is one line for the operator. */
export class UnusableDatabase extends Error {}

// Roles belong to the whole cluster: another portal, or another test worker, may have made them already. An owner
// without CREATEROLE may use roles that somebody else has made.
const makeRoles = sql.raw(`
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['portal_tenant', 'portal_maintenance', 'portal_operator'] LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN', name);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
    BEGIN
      EXECUTE format('GRANT %I TO CURRENT_USER', name);
    EXCEPTION WHEN insufficient_privilege OR unique_violation THEN NULL;
    END;
  END LOOP;
END $$`);

type Owner = Pick<Database, 'separateOwner'>;
const variableOf = ({ separateOwner }: Owner) => (separateOwner ? 'DATABASE_MIGRATION_URL' : 'DATABASE_URL');

/** Roles belong to the server and not to a dump, so a restored database may lack them. @throws UnusableDatabase */
export async function restoreRoles(db: PostgresJsDatabase, owner: Owner) {
  const usable = async () => {
    const [roles] = await db.execute(
      sql`select count(*) filter (where pg_has_role(oid, 'member'))::int as granted,
            count(*) filter (where rolsuper or rolbypassrls)::int as exempt
          from pg_roles where rolname in ('portal_tenant', 'portal_maintenance', 'portal_operator')`,
    );
    if (roles?.exempt !== 0)
      throw new UnusableDatabase(
        'The roles portal_tenant, portal_maintenance and portal_operator must have neither SUPERUSER nor BYPASSRLS.',
      );
    return roles.granted === 3;
  };
  if (await usable()) return;
  await db.execute(makeRoles);
  if (!(await usable()))
    throw new UnusableDatabase(
      `The user of ${variableOf(owner)} is no member of portal_tenant, portal_maintenance and portal_operator. Grant it these roles.`,
    );
}

// Covers every table with a client_id, even one that the schema does not declare: without a policy it is closed.
const protect = sql.raw(
  `
DO $$
DECLARE t regclass;
BEGIN
  FOR t IN SELECT c.oid FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'client_id' AND NOT a.attisdropped
      AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND (
        SELECT bool_and(has_table_privilege(role, c.oid, privilege))
        FROM unnest(ARRAY['portal_tenant', 'portal_maintenance', 'portal_operator']) role,
          unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) privilege))
  LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO portal_tenant, portal_maintenance, portal_operator', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY[ACCOUNT_TABLES]::regclass[] LOOP
    IF NOT (SELECT relrowsecurity FROM pg_class WHERE oid = t) THEN
      EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t);
    END IF;
  END LOOP;
  IF NOT (has_table_privilege('portal_tenant', 'organizations', 'SELECT')
          AND has_column_privilege('portal_tenant', 'organizations', 'scores_version', 'UPDATE')
          AND has_column_privilege('portal_tenant', 'organizations', 'facts_version', 'UPDATE')) THEN
    GRANT SELECT, UPDATE (scores_version, facts_version) ON organizations TO portal_tenant;
  END IF;
  IF NOT (has_table_privilege('portal_tenant', 'security_events', 'INSERT')
          AND (SELECT bool_and(has_table_privilege('portal_maintenance', 'security_events', privilege))
               FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) privilege)) THEN
    GRANT INSERT ON security_events TO portal_tenant;
    GRANT SELECT, INSERT, UPDATE, DELETE ON security_events TO portal_maintenance;
  END IF;
  IF NOT (has_table_privilege('portal_maintenance', 'operator_reasons', 'DELETE')
          AND has_column_privilege('portal_maintenance', 'operator_reasons', 'user_id', 'SELECT')) THEN
    GRANT SELECT (user_id), DELETE ON operator_reasons TO portal_maintenance;
  END IF;
  IF NOT (has_table_privilege('portal_maintenance', 'users', 'DELETE')
          AND has_column_privilege('portal_maintenance', 'users', 'id', 'SELECT')) THEN
    GRANT SELECT (id), DELETE ON users TO portal_maintenance;
  END IF;
  IF NOT (SELECT bool_and(has_table_privilege(role, 'client_facts', privilege))
          FROM unnest(ARRAY['portal_tenant', 'portal_maintenance']) role, unnest(ARRAY['SELECT', 'UPDATE']) privilege) THEN
    GRANT SELECT, UPDATE ON client_facts TO portal_tenant, portal_maintenance;
  END IF;
  IF NOT has_table_privilege('portal_maintenance', 'organizations', 'SELECT') THEN
    GRANT SELECT ON organizations TO portal_maintenance;
  END IF;
END $$`.replace('ACCOUNT_TABLES', GUARDED_ACCOUNTS.map((table) => `'${table}'`).join(', ')),
);

/**
 * Restores row-level security where it differs from the schema: forced on every tenant table, with policies and grants.
 */
export async function restoreAccess(db: PostgresJsDatabase) {
  await restorePolicies(db);
  await db.execute(protect);
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Turns a missing right into one line for the operator. */
export function explainRights(error: unknown, owner: Owner): unknown {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  // Its own code: an error that explains itself may have a cause with this one.
  if (!(cause instanceof Error && 'code' in cause && cause.code === INSUFFICIENT_PRIVILEGE)) return error;
  return new UnusableDatabase(
    `The user of ${variableOf(owner)} cannot prepare roles and row-level security: ${cause.message}. It must own the tables, and may need CREATEROLE once.`,
    { cause: error },
  );
}
