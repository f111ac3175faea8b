import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { keepEmbeddedSmall } from '../../db/upkeep.ts';
import { freshDatabase } from '../helpers/database.ts';

const MIB = 1024 * 1024;

async function embedded() {
  const { variables, drop } = await freshDatabase();
  onTestFinished(async () => void (await drop()));
  const database = await connect({ folder: variables.DATA_DIR }, { statement: 20_000, transaction: 20_000 });
  onTestFinished(database.close);
  await migrate(database);
  const { db } = database.asOwner();
  const key = randomUUID();
  await db.execute(sql`create table texts (id text primary key, content text not null)`);
  return {
    /** Overwrites one row with text that does not compress. */
    async overwrite(times: number) {
      for (let n = 0; n < times; n++)
        await db.execute(
          sql`insert into texts values (${key}, ${randomBytes(375_000).toString('base64')})
              on conflict (id) do update set content = excluded.content`,
        );
      // Counts of dead rows are written once a second: a quick machine would ask for them too early.
      await db.execute(sql`select pg_stat_force_next_flush()`);
    },
    keepSmall: () => keepEmbeddedSmall(database),
    /** The rows that plans assume of a new table. */
    async assumed() {
      await db.execute(sql`create table many as select n from generate_series(1, 5000) n`);
      await db.execute(sql`select pg_stat_force_next_flush()`);
      await keepEmbeddedSmall(database);
      const [row] = await db.execute<{ rows: number }>(
        sql`select reltuples::int as rows from pg_class where relname = 'many'`,
      );
      return row?.rows;
    },
    async sizes() {
      const [row] = await db.execute<{ table: number; log: number; unsaved: number }>(
        sql`select pg_total_relation_size('texts')::float8 as table, (select sum(size) from pg_ls_waldir())::float8 as log,
              pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as unsaved from pg_control_checkpoint()`,
      );
      return row ?? { table: 0, log: 0, unsaved: 0 };
    },
  };
}

describe('The upkeep of an embedded database', () => {
  it('keeps a row that is overwritten again and again from filling the disk', async () => {
    const { overwrite, keepSmall, sizes } = await embedded();
    const rounds: Awaited<ReturnType<typeof sizes>>[] = [];
    for (let round = 0; round < 3; round++) {
      await overwrite(70);
      await keepSmall();
      rounds.push(await sizes());
    }

    const [first, ...later] = rounds;
    for (const { table, log, unsaved } of later) {
      expect(table).toBeLessThan((first?.table ?? 0) + 2 * MIB);
      expect(log).toBeLessThanOrEqual(128 * MIB);
      expect(unsaved).toBeLessThan(32 * MIB);
    }
  });

  it('updates the planner’s statistics of a table that only grows', async () => {
    const { assumed } = await embedded();

    expect(await assumed()).toBe(5000);
  });
});
