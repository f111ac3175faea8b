import { sql } from 'drizzle-orm';
import { MIB } from '../flow/byte-units.ts';
import type { Database } from './database.ts';

const LOG_BYTES = 32 * MIB;

/** As autovacuum: a table is worth it when a fifth of its rows are dead, or new. */
const ROWS = { few: 1000, share: 0.2 };

/** Tables of one round, so that others wait for a few at most. */
const TABLES = 3;

/**
 * Vacuums and checkpoints the embedded database, which PGlite never does by itself. Without vacuums each saved page
 * leaves its former text on the disk; without checkpoints the log grows with every write until the portal ends.
 */
export async function keepEmbeddedSmall(database: Database) {
  const { db, close } = database.asOwner();
  try {
    const tables = await db.execute<{ name: string }>(sql`
      select relid::regclass::text as name from pg_stat_all_tables join pg_class on oid = relid
      where greatest(n_dead_tup, n_ins_since_vacuum) > ${ROWS.few} + ${ROWS.share} * greatest(reltuples, 0)
      order by greatest(n_dead_tup, n_ins_since_vacuum) desc limit ${TABLES}`);
    for (const { name } of tables) await db.execute(sql.raw(`vacuum (analyze) ${name}`));

    const [log] = await db.execute<{ bytes: number }>(
      sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`,
    );
    if (log && log.bytes > LOG_BYTES) await db.execute(sql`checkpoint`);
  } finally {
    await close();
  }
}
