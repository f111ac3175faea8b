import { sql } from 'drizzle-orm';
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { fromDrizzle, type Db as Handle, PgBoss } from 'pg-boss';
import type { Sql } from 'postgres';
import type { Executor } from './handles.ts';

/** Heartbeats reveal processes that died on a job. Finished jobs are kept for a day, for inspection. */
const DEFAULTS = {
  heartbeatSeconds: 10,
  expireInSeconds: 60,
  deleteAfterSeconds: 86_400,
  retryDelay: 2,
  retryBackoff: true,
};

/** The job queues and their retries. Times in seconds. */
const QUEUES = {
  /** About two days of attempts, at most ten minutes apart. */
  mail: { ...DEFAULTS, retryLimit: 300, retryDelayMax: 600 },
  /** About an hour of attempts: after that, people ask again for a new password. */
  'password-resets': { ...DEFAULTS, retryLimit: 65, retryDelayMax: 60 },
};

export type QueueName = keyof typeof QUEUES;

/** Adapts a database handle for pg-boss, so that a job is written in the transaction of its cause. */
export const jobHandle = (db: Executor): Handle => fromDrizzle(db, sql);

/** Creates or updates the tables and queues of pg-boss, as part of the migration. */
export async function installQueues(db: PostgresJsDatabase & { $client: Sql }) {
  // The schema is a script of several statements, which cannot be prepared; the driver takes objects as text.
  const plain = (value: unknown) => (value?.constructor === Object ? JSON.stringify(value) : value);
  const executeSql = async (text: string, values: unknown[] = []) => ({
    rows: [...(await db.$client.unsafe(text, values.map(plain) as never[]))],
  });
  const boss = new PgBoss({ db: { executeSql }, supervise: false, schedule: false });
  await boss.start();
  for (const [name, options] of Object.entries(QUEUES)) {
    await boss.createQueue(name, options);
    await boss.updateQueue(name, options);
  }
  await boss.stop();
}
