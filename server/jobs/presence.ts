import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { seconds } from '../durations.ts';

const PORTAL = 7_130_002;

/** An SQL condition: the worker is connected to this database. */
export const workerIsAlive = (worker: unknown) =>
  sql`exists (select from pg_locks where locktype = 'advisory' and classid = ${PORTAL}::oid and objid::bigint = ${worker}
      and database = (select oid from pg_database where datname = current_database()))`;

/**
 * Announces this process to the others by an advisory lock on its number, on a connection of its own. PostgreSQL
 * releases the lock with the connection, however the process ends. A lost connection is reopened.
 */
export async function announcePresence(database: Database) {
  const worker = randomInt(1, 2 ** 31 - 1);
  const { db, close } = database.asOwner();
  const hold = () =>
    db.execute(
      sql`select pg_advisory_lock(${PORTAL}::int, ${worker}::int) where not ${workerIsAlive(sql`${worker}::bigint`)}`,
    );
  await hold();

  const again = setInterval(() => hold().catch(() => {}), seconds(5));
  again.unref();
  return {
    worker,
    async leave() {
      clearInterval(again);
      await close();
    },
  };
}
