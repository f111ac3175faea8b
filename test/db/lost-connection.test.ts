import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../db/database.ts';
import { freshDatabase, onServer } from '../helpers/database.ts';

describe.skipIf(!onServer())('a lost connection', () => {
  it('fails every statement of a transaction at once and leaves its turn to others', async () => {
    const { variables, drop } = await freshDatabase();
    const url = variables.DATABASE_URL ?? '';
    const { accounts, close } = await connect({ url, folder: '' }, { statement: 180_000, transaction: 180_000 });
    const admin = postgres(url, { max: 1 });
    onTestFinished(async () => {
      await Promise.all([close(), admin.end()]);
      await drop();
    });

    // Longer than a test may take. The driver keeps the second statement until it has the description of the first.
    const lost = Array.from({ length: 4 }, () =>
      accounts
        .transaction((tx) =>
          Promise.allSettled([tx.execute(sql`select pg_sleep(${170}::float8)`), tx.execute(sql`select 1`)]),
        )
        .catch((error) => error.cause?.code ?? error.code),
    );
    await expect
      .poll(async () => (await admin`select from pg_stat_activity where wait_event = 'PgSleep'`).length)
      .toBeGreaterThanOrEqual(4);
    await admin`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;

    expect(await Promise.all(lost)).toEqual(lost.map(() => 'CONNECTION_CLOSED'));
    const after = await Promise.all(Array.from({ length: 20 }, () => accounts.execute(sql`select 1 as one`)));
    expect(after.flat()).toEqual(after.map(() => ({ one: 1 })));
  });
});
