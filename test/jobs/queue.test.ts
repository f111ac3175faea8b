import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { expect, it } from 'vitest';
import { jobHandle } from '../../db/queues.ts';
import { type Handler, PermanentJobFailure } from '../../server/jobs/queue.ts';
import { portalForThisTest } from '../helpers/portal.ts';

/** The jobs in the queue, and their outcome with `handler` at work. */
async function queueOf(handler: Handler<{ n: number }>) {
  const { deps } = await portalForThisTest();
  const { jobs } = deps;
  const { accounts: db } = deps.database;
  const states = async () => [
    ...(await db.execute(
      sql`select data->>'n' as n, state::text, retry_count, start_after > now() as later from pgboss.job order by 1`,
    )),
  ];
  return {
    db,
    states,
    send: (n: number) => jobs.send(db, 'mail', { n }),
    begin: () => jobs.work('mail', handler),
  };
}

it('retries failed jobs but not permanent failures, and neither blocks other jobs', async () => {
  const tried: number[] = [];
  const { send, begin, states } = await queueOf(async ({ n }) => {
    tried.push(n);
    if (n === 1) throw new Error('Not now.');
    if (n === 2) throw new PermanentJobFailure('Not ever.');
  });
  for (const n of [1, 2, 3]) await send(n);

  const stop = await begin();
  await expect.poll(() => tried.length).toBe(3);
  await expect
    .poll(states)
    .toEqual([
      expect.objectContaining({ n: '1', state: 'retry', later: true }),
      expect.objectContaining({ n: '2', state: 'failed' }),
      expect.objectContaining({ n: '3', state: 'completed' }),
    ]);
  await stop();
});

it('processes many jobs without a polling interval between them', async () => {
  const { send, begin, states } = await queueOf(async () => {});
  for (let n = 0; n < 40; n++) await send(n);

  await begin();

  // One at each polling would be forty seconds.
  await expect
    .poll(async () => (await states()).filter(({ state }) => state === 'completed').length, { timeout: 20_000 })
    .toBe(40);
});

it('deletes finished jobs after a day, and retries the jobs of dead processes', async () => {
  const { db, states } = await queueOf(async () => {});
  const boss = new PgBoss({ db: jobHandle(db), supervise: false, schedule: false });
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  for (const [n, id] of ids.entries()) await boss.send('mail', { n }, { id });
  await boss.fetch('mail', { batchSize: 3 });
  await boss.complete('mail', ids.slice(0, 2));

  const job = sql.raw('pgboss.job');
  await db.execute(sql`update ${job} set completed_on = now() - interval '25 hours' where id = ${ids[0]}`);
  await db.execute(sql`update ${job} set heartbeat_on = now() - interval '11 seconds' where id = ${ids[2]}`);
  await boss.supervise();

  expect(await states()).toEqual([
    expect.objectContaining({ n: '1', state: 'completed' }),
    expect.objectContaining({ n: '2', state: 'retry' }),
  ]);
});

it('leaves a job to the process that goes on with it beyond its first heartbeats', async () => {
  const heartbeat = 5000;
  const { send, begin, states } = await queueOf((_data, { signal }) => pause(heartbeat + 1000, undefined, { signal }));
  await send(1);

  await begin();

  await expect
    .poll(states, { timeout: 15_000 })
    .toEqual([expect.objectContaining({ state: 'completed', retry_count: 0 })]);
});
