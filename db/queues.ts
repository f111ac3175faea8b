import { sql } from 'drizzle-orm';
import { fromDrizzle, type Db as Handle, PgBoss } from 'pg-boss';
import type { Database, OwnConnection } from './database.ts';
import type { Executor } from './handles.ts';

/** Heartbeats reveal processes that died on a job. Finished jobs are kept for a day, for inspection. */
const DEFAULTS = {
  heartbeatSeconds: 10,
  expireInSeconds: 60,
  deleteAfterSeconds: 86_400,
  retryDelay: 2,
  retryBackoff: true,
};

/**
 * Jobs that take as long as a client has rows: heartbeats, and not this time, show whether a process still does one.
 */
const LONG = { expireInSeconds: 86_399 };

/** The job queues and their retries. Times in seconds. */
const QUEUES = {
  /** About two days of attempts, at most ten minutes apart. */
  mail: { ...DEFAULTS, retryLimit: 300, retryDelayMax: 600 },
  /** About an hour of attempts: after that, people ask again for a new password. */
  'password-resets': { ...DEFAULTS, retryLimit: 65, retryDelayMax: 60 },
  /** As long as the code is good. */
  'email-codes': { ...DEFAULTS, retryLimit: 20, retryDelayMax: 60 },
  /** Remaining data of deleted accounts: about three days of attempts. */
  'account-removals': { ...DEFAULTS, retryLimit: 450, retryDelayMax: 600, expireInSeconds: 900 },
  /** Events about members, on their way to webhooks: about three days of attempts. */
  'member-events': { ...DEFAULTS, retryLimit: 450, retryDelayMax: 600 },
  /** Webhooks of organizations whose account was cleared: the same. */
  'webhook-removals': { ...DEFAULTS, retryLimit: 450, retryDelayMax: 600 },
  /** Subscriptions of organizations that nobody belongs to any more: about three days of attempts. */
  'subscription-ends': { ...DEFAULTS, retryLimit: 450, retryDelayMax: 600 },
  /** Archives of clients. One that a dead process began starts again; clients see a failure after the last attempt. */
  'client-exports': { ...DEFAULTS, ...LONG, retryLimit: 20, retryDelayMax: 60 },
  /** Audits of websites, for runs that wait for them: a second a page. */
  'site-audits': { ...DEFAULTS, expireInSeconds: 900, retryLimit: 5, retryDelayMax: 60 },
  /** Erasures continue where a dead process stopped, for days if need be. */
  'client-erasures': { ...DEFAULTS, ...LONG, retryLimit: 1000, retryDelayMax: 600 },
};

/** The queues of jobs that take long: a process does one of each at a time. */
export const LONG_JOBS: readonly string[] = ['client-exports', 'client-erasures'];

/** The queues whose jobs nobody waits for: they are polled less often. */
export const BACKGROUND_JOBS: readonly string[] = [
  'account-removals',
  'webhook-removals',
  'subscription-ends',
  'client-erasures',
];

export type QueueName = keyof typeof QUEUES;

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

/** Adapts a database handle for pg-boss, so that a job is written in the transaction of its cause. */
export const jobHandle = (db: Executor): Handle => fromDrizzle(db, sql);

/** Creates or updates the tables and queues of pg-boss, as part of the migration. */
export async function installQueues(db: OwnConnection) {
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

/** Rebuilds bloated indexes of the queues, which only their owner may: once a day, however many processes call it. */
export async function rebuildQueueIndexes(database: Database) {
  const { db, close } = database.asOwner();
  const passive = { migrate: false, createSchema: false, supervise: false, schedule: false };
  const boss = new PgBoss({ db: jobHandle(db), ...passive });
  try {
    await boss.start();
    await boss.supervise();
  } finally {
    await boss.stop();
    await close();
  }
}
