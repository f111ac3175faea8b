import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import type { Database } from './database.ts';
import { installQueues } from './queues.ts';

const MIGRATOR = 7_130_001;
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

// Protects every table with a client_id, even one that a migration forgot: security is forced, without a policy closed.
const protect = sql.raw(`
DO $$
DECLARE t regclass;
BEGIN
  FOR t IN SELECT c.oid FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'client_id' AND NOT a.attisdropped
      AND NOT (c.relrowsecurity AND c.relforcerowsecurity
               AND has_table_privilege('portal_tenant', c.oid, 'INSERT') AND has_table_privilege('portal_maintenance', c.oid, 'DELETE'))
  LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO portal_tenant, portal_maintenance', t);
  END LOOP;
  IF NOT has_column_privilege('portal_tenant', 'organizations', 'facts_version', 'UPDATE') THEN
    GRANT SELECT, UPDATE (scores_version, facts_version) ON organizations TO portal_tenant;
  END IF;
END $$`);

/**
 * Migrates the schema and forces row-level security on every tenant table, then runs `seed`: one process at a time.
 */
export async function migrate(database: Database, seed?: () => Promise<unknown>) {
  const { db, close } = database.dedicated();
  try {
    await db.execute(sql`select pg_advisory_lock(${MIGRATOR}::bigint)`);
    await applyMigrations(db, { migrationsFolder });
    await db.execute(protect);
    await installQueues(db);
    await seed?.();
    await db.execute(sql`select pg_advisory_unlock(${MIGRATOR}::bigint)`);
  } finally {
    await close();
  }
}
