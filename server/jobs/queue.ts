import { randomUUIDv7 } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type JobResult, PgBoss } from 'pg-boss';
import type { Database } from '../../db/database.ts';
import type { Executor } from '../../db/handles.ts';
import { jobHandle, type QueueName } from '../../db/queues.ts';
import { seconds } from '../durations.ts';

/** A failure that no retry can mend. */
export class PermanentJobFailure extends Error {}

export type Handler<Data> = (data: Data, job: { id: string }) => Promise<unknown>;

/** Intervals in seconds of the checks for jobs of dead processes and for finished jobs. */
const WATCH = { superviseIntervalSeconds: 15, monitorIntervalSeconds: 15, maintenanceIntervalSeconds: 600 };

/** pg-boss reports copies of errors, which are no Errors. The message of a failed query contains data, its cause none. */
function toError(reported: Error) {
  if (reported instanceof Error) return reported;
  const { message, cause } = reported as Error;
  return cause instanceof Error ? cause : new Error(message.startsWith('Failed query') ? 'Failed query' : message);
}

/** Opens the job queue, which lives in the database: a committed job survives any crash of a process. */
export async function openJobs(database: Database, log: FastifyBaseLogger) {
  const boss = new PgBoss({
    db: jobHandle(database.accounts),
    migrate: false,
    createSchema: false,
    schedule: false,
    // No job depends on another, so flows need no frequent check.
    flowIntervalSeconds: 3600,
    ...WATCH,
  });
  // While the database is unreachable every poll fails: log it once in 30 seconds.
  let loggedAt = Number.NEGATIVE_INFINITY;
  boss.on('error', (reported) => {
    if (performance.now() - loggedAt < seconds(30)) return;
    loggedAt = performance.now();
    log.warn({ err: toError(reported) }, 'The job queue reports an error.');
  });
  await boss.start();

  /** Runs one job. Only the name of an error is stored: its message may contain data of the job. */
  async function attempt<Data>(queue: QueueName, handler: Handler<Data>, { id, data }: { id: string; data: unknown }) {
    try {
      await handler((typeof data === 'string' ? JSON.parse(data) : data) as Data, { id });
      return { id, status: 'completed' } satisfies JobResult;
    } catch (err) {
      const permanent = err instanceof PermanentJobFailure;
      log.warn({ err, queue, job: id }, permanent ? 'A job failed permanently.' : 'A job failed and will be retried.');
      const output = { error: err instanceof Error ? err.name : 'unknown' };
      return { id, status: permanent ? 'deadletter' : 'failed', output } satisfies JobResult;
    }
  }

  return {
    /**
     * Enqueues a job in the transaction of its cause: both are committed, or neither. The data may be made for the id of
     * the job, which is the one that its handler gets.
     */
    send(tx: Executor, queue: QueueName, data: object | ((id: string) => object)) {
      const id = randomUUIDv7();
      return boss.send(queue, typeof data === 'function' ? data(id) : data, { id, db: jobHandle(tx) });
    },

    /**
     * Processes the queue, `atOnce` jobs at a time. A job that throws is retried, unless with a PermanentJobFailure. The
     * returned function stops taking jobs; `close` waits for running ones.
     */
    async work<Data>(queue: QueueName, handler: Handler<Data>, { atOnce = 5 } = {}) {
      const how = {
        pollingIntervalSeconds: 1,
        batchSize: atOnce,
        burstWhenBatchFull: true,
        perJobResults: true,
      } as const;
      await boss.work<unknown>(queue, how, (jobs) => Promise.all(jobs.map((job) => attempt(queue, handler, job))));
      return () => boss.offWork(queue, { wait: false });
    },

    close: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

export type Jobs = Awaited<ReturnType<typeof openJobs>>;
