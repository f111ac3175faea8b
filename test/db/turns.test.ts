import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { ACCOUNTS, withConnection } from '../../db/client.ts';
import { connect } from '../../db/database.ts';
import { connectionPool } from '../../db/pool.ts';
import type { ClientId } from '../../db/tenant.ts';
import { fairQueue } from '../../flow/fair-queue.ts';
import { freshDatabase } from '../helpers/database.ts';

const tenant = (clientId: string) => ({ clientId: clientId as ClientId });

async function open(timeouts: { statement: number; transaction: number }) {
  const { variables, drop } = await freshDatabase();
  const database = await connect({ url: variables.DATABASE_URL, folder: variables.DATA_DIR, pool: 1 }, timeouts);
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  return database;
}

it('a statement whose turn comes late does not begin, so that it cannot be cut short', async () => {
  const { accounts } = await open({ statement: 400, transaction: 20_000 });
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const holding = accounts.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    begun.resolve();
    await end.promise;
  });
  await begun.promise;

  const late = accounts.execute(sql`select 1`).then(
    () => 'began',
    ({ cause }) => cause,
  );
  await wait(350);
  end.resolve();

  expect(await late).toMatchObject({ code: 'ETIMEDOUT', hadTurn: false });
  await expect(holding).resolves.toBeUndefined();
});

it('a statement whose turn and whose timeout come in the same turn of the event loop does not begin', async () => {
  const queue = fairQueue({ atOnce: 1, perKey: 1, waiting: 10 });
  const pool = connectionPool(() => Promise.reject(new Error('A connection was opened.')));
  const leave = queue.tryEnter(ACCOUNTS);
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));

  const late = withConnection({ pool, queue }, undefined, 40, async () => 'began').catch((error) => error);
  const standsStillUntil = performance.now() + 60;
  while (performance.now() < standsStillUntil);
  leave?.();

  expect(await late).toMatchObject({ code: 'ETIMEDOUT', hadTurn: false });
  expect(queue.load().running).toBe(0);
  await wait(0);
  expect(warnings).toEqual([]);
});

it('a client that has lately had a long turn waits for all others', async () => {
  const { as } = await open({ statement: 20_000, transaction: 20_000 });
  const [busy, other] = [tenant(randomUUID()), tenant(randomUUID())];
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const work = (name: string, client: typeof busy) => as(client).transaction(async () => void order.push(name));
  const long = as(busy).transaction(async (tx) => {
    await tx.execute(sql`select pg_sleep(0.6)`);
    begun.resolve();
    await end.promise;
  });
  await begun.promise;

  const waiting = [work('busy', busy), work('other', other), work('other', other)];
  end.resolve();
  await Promise.all([long, ...waiting]);

  expect(order).toEqual(['other', 'other', 'busy']);
});

it('a statement has no parallel workers', async () => {
  const { accounts } = await open({ statement: 20_000, transaction: 20_000 });

  expect(await accounts.execute(sql`show max_parallel_workers_per_gather`)).toMatchObject([
    { max_parallel_workers_per_gather: '0' },
  ]);
});
