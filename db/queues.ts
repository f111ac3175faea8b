import { sql } from 'drizzle-orm';
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { fromDrizzle, type Db as Handle, PgBoss } from 'pg-boss';
import type { Sql } from 'postgres';
import type { Executor } from './handles.ts';

/** A process that died on a job is noticed by its silence. What is done with stays a day, for whoever looks. */
const DEFAULTS = {
  heartbeatSeconds: 10,
  expireInSeconds: 60,
  deleteAfterSeconds: 86_400,
  retryDelay: 2,
  retryBackoff: true,
};

/** The queues of work done outside of requests, and how each is retried. Times in seconds. */
const QUEUES = {
  /** Some two days of tries, at most ten minutes apart. */
  mail: { ...DEFAULTS, retryLimit: 300, retryDelayMax: 600 },
  /** Requests for a new password. An hour of tries: after that, whoever asked will have asked again. */
  'password-resets': { ...DEFAULTS, retryLimit: 65, retryDelayMax: 60 },
};

export type QueueName = keyof typeof QUEUES;

/** pg-boss on a handle of ours: a job is written in the transaction of its cause. */
export const jobHandle = (db: Executor): Handle => fromDrizzle(db, sql);

/** Makes or updates the tables and queues of pg-boss. Part of a migration: one process at a time, on its own connection. */
export async function installQueues(db: PostgresJsDatabase & { $client: Sql }) {
  // Its schema is a script of several statements, which goes only without being prepared; the driver takes objects as text.
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
