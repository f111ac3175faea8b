import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import { explainRights, restoreAccess, restoreRoles, UnusableDatabase } from './access.ts';
import type { Database } from './database.ts';
import { DiskFull } from './disk-guard.ts';
import { errorCodeOf } from './error-code.ts';
import { restoreOperatorRights } from './operator-rights.ts';
import { installQueues } from './queues.ts';
import { findServingRole, restoreServingRole } from './serving-role.ts';

const MIGRATOR = 7_130_001;
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** For the operator, of a database that was migrated before `0001_initial`: nothing of that time was released. */
export const TOO_OLD =
  'A version from before the first release made this database, and no migration leads from it to this one. Give an empty database (DATABASE_URL) or data folder (DATA_DIR), or start that version again.';

/** How far a database is migrated, and how many migrations it lacks. */
export async function migrationState(db: Pick<PostgresJsDatabase, 'execute'>) {
  const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
  const [found] = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as migrated`);
  const [applied] = found?.migrated
    ? await db.execute(
        sql`select max(created_at)::float8 as latest, min(created_at)::float8 as first from drizzle.__drizzle_migrations`,
      )
    : [];
  const latest = Number(applied?.latest ?? 0);
  return {
    lacks: known.filter((at) => at > latest).length,
    isEmpty: latest === 0,
    isTooOld: latest > 0 && Number(applied?.first) < Math.min(...known),
    isNewer: latest > Math.max(...known),
  };
}

/**
 * Whether all migrations are applied.
 * @throws UnusableDatabase for a newer version's database, or one of before the first release
 */
async function isMigrated(db: PostgresJsDatabase) {
  const { lacks, isTooOld, isNewer } = await migrationState(db);
  if (isTooOld) throw new UnusableDatabase(TOO_OLD);
  if (isNewer)
    throw new UnusableDatabase(
      'The database was migrated by a newer version of the portal. Start that version, or restore an older backup.',
    );
  return lacks === 0;
}

/** Codes of a lock that did not come in time, and of a deadlock. */
const LOCKED: unknown[] = ['55P03', '40P01'];
const TIMEOUT = 60_000;

/**
 * Runs work that locks tables while other processes serve. It waits for a lock for less time than PostgreSQL takes to
 * find a deadlock, and then begins anew: so the others wait a moment, and none of their changes is the one that is
 * given up.
 *
 * @throws UnusableDatabase after TIMEOUT
 */
async function betweenChanges(db: PostgresJsDatabase, work: () => Promise<void>) {
  await db.execute(sql`set lock_timeout = '400ms'`);
  for (const end = performance.now() + TIMEOUT; ; await pause(200)) {
    try {
      await work();
      break;
    } catch (error) {
      if (!LOCKED.includes(errorCodeOf(error))) throw error;
      if (performance.now() > end)
        throw new UnusableDatabase(
          'Transactions that last for long held tables that this start has to change, for a minute. End them, or start again later.',
          { cause: error },
        );
    }
  }
  await db.execute(sql`reset lock_timeout`);
}

const TURN = 120_000;

/** Waits until no other process migrates. @throws UnusableDatabase after `patience` milliseconds */
async function takeTurn(db: PostgresJsDatabase, patience: number) {
  for (const end = performance.now() + patience; ; await pause(200)) {
    const [turn] = await db.execute(sql`select pg_try_advisory_lock(${MIGRATOR}::bigint) as mine`);
    if (turn?.mine) return;
    if (performance.now() > end)
      throw new UnusableDatabase(
        'Another process has been migrating the database for two minutes. End it if it hangs, or start again later.',
      );
  }
}

const READ_ONLY = '25006';

const isReadOnlyError = (error: unknown) => errorCodeOf(error) === READ_ONLY;

/**
 * Migrates the schema, restores roles, policies and grants that a restored dump may lack, then runs `seed`: one process
 * at a time. On a disk that is almost full it checks that there is nothing to do.
 *
 * @throws DiskFull when there is; UnusableDatabase when it has no right to, another process migrates for long, the
 * database is newer than this version or older than the first, or the serving role has rights of the owner
 */
export async function migrate(database: Database, seed?: () => Promise<unknown>, patience = TURN) {
  const { db, close } = database.asOwner();
  try {
    await takeTurn(db, patience);
    const serving = await findServingRole(database, db);
    const migrated = await isMigrated(db);
    if (!database.isReadOnly()) {
      await betweenChanges(db, async () => {
        await restoreRoles(db, database);
        await applyMigrations(db, { migrationsFolder });
        await restoreAccess(db);
        await installQueues(db);
        await restoreOperatorRights(db);
        if (serving) await restoreServingRole(db, serving);
      });
    } else if (!migrated) throw new DiskFull(DiskFull.toStart);
    await seed?.();
    await db.execute(sql`select pg_advisory_unlock(${MIGRATOR}::bigint)`);
    return { ownerServes: serving === undefined };
  } catch (error) {
    throw isReadOnlyError(error) && database.isReadOnly()
      ? new DiskFull(DiskFull.toStart, { cause: error })
      : explainRights(error, database);
  } finally {
    await close();
  }
}

/** Undoes a rehearsal. */
class Undone extends Error {}

/**
 * Restores roles, policies and grants as a start does, and undoes it: says what would be refused, in one line, and
 * whether the owner serves. Waits a second at most for locks. Without migrations only the roles are rehearsed.
 */
export async function rehearseAccess(database: Database) {
  const { db, close } = database.asOwner();
  const rehearse = (work: (tx: PostgresJsDatabase) => Promise<unknown>) =>
    db
      .transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = '1s'`);
        await work(tx);
        throw new Undone();
      })
      .catch((error) => {
        if (!(error instanceof Undone)) throw error;
      });
  try {
    const { lacks } = await migrationState(db);
    const serving = await findServingRole(database, db);
    await rehearse((tx) => restoreRoles(tx, database));
    if (lacks === 0) {
      await rehearse(restoreAccess);
      await rehearse(restoreOperatorRights);
      if (serving) await rehearse((tx) => restoreServingRole(tx, serving));
    }
    return { refused: undefined, ownerServes: serving === undefined };
  } catch (error) {
    const explained = explainRights(error, database);
    if (explained instanceof UnusableDatabase) return { refused: explained.message, ownerServes: true };
    throw explained;
  } finally {
    await close();
  }
}
