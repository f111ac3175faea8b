import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { expect, it, onTestFinished } from 'vitest';
import { QUEUE_NAMES } from '../../db/queues.ts';
import { onServer } from '../helpers/database.ts';
import { portalForThisTest } from '../helpers/portal.ts';

const SECOND = 1000;
const DEADLOCK = '40P01';

// The embedded database has one connection, and no session beside it that could hold a lock.
it.skipIf(!onServer())('clients are answered while the tables of the job queue are locked', async () => {
  const portal = await portalForThisTest();
  const { jobs } = portal.deps;
  const person = await portal.register();
  const stops = await Promise.all(QUEUE_NAMES.map((name) => jobs.work(name, async () => {})));
  const { DATABASE_URL = '' }: Record<string, string> = portal.database.variables;
  const sql = postgres(DATABASE_URL, { max: 2, onnotice: () => {} });
  const blocked = async () => {
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await waits).length;
  };
  const released = Promise.withResolvers<void>();
  onTestFinished(async () => {
    released.resolve();
    await Promise.all(stops.map((stop) => stop()));
    await sql.end({ timeout: 5 });
  });

  // The lock takes the table's partitions one by one, and workers that have one of them wait for the table.
  const lock = (): Promise<unknown> =>
    sql
      .begin(async (other) => {
        await other`lock table pgboss.job in access exclusive mode`;
        await released.promise;
      })
      .catch((error) => (error.code === DEADLOCK ? lock() : Promise.reject(error)));
  const locking = lock();
  await expect.poll(blocked, { timeout: 10 * SECOND }).toBeGreaterThan(0);
  // Strangers cause jobs that are in no transaction.
  const asked = Array.from({ length: 20 }, () =>
    portal.visitor().post('/api/auth/forgot-password', { email: person.email }),
  );
  await pause(2 * SECOND);
  const mostBlocked = await blocked();
  const answers = await Promise.all(Array.from({ length: 20 }, () => person.get('/api/auth/account/profile')));
  released.resolve();
  await locking;
  await Promise.all(asked);

  // A fifth of ten connections.
  expect(mostBlocked).toBeLessThanOrEqual(2);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
});
