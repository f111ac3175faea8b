import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import { explainRights, restoreAccess, restoreRoles, UnusableDatabase } from './access.ts';
import type { Database } from './database.ts';
import { installQueues } from './queues.ts';

const MIGRATOR = 7_130_001;
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** @throws UnusableDatabase when a newer version has migrated the database */
async function refuseNewer(db: PostgresJsDatabase) {
  const [found] = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as migrated`);
  if (!found?.migrated) return;
  const [applied] = await db.execute(sql`select max(created_at)::float8 as latest from drizzle.__drizzle_migrations`);
  const known = Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis));
  if (Number(applied?.latest) > known)
    throw new UnusableDatabase(
      'The database was migrated by a newer version of the portal. Start that version, or restore an older backup.',
    );
}

/**
 * Migrates the schema, restores roles, policies and grants that a restored dump may lack, then runs `seed`: one process
 * at a time.
 *
 * @throws UnusableDatabase when it has no right to, or the database is newer than this version
 */
export async function migrate(database: Database, seed?: () => Promise<unknown>) {
  const { db, close } = database.dedicated();
  try {
    await db.execute(sql`select pg_advisory_lock(${MIGRATOR}::bigint)`);
    await refuseNewer(db);
    await restoreRoles(db);
    await applyMigrations(db, { migrationsFolder });
    await restoreAccess(db);
    await installQueues(db);
    await seed?.();
    await db.execute(sql`select pg_advisory_unlock(${MIGRATOR}::bigint)`);
  } catch (error) {
    throw explainRights(error);
  } finally {
    await close();
  }
}
