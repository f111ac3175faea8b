import { randomUUIDv7 } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type JobResult, PgBoss } from 'pg-boss';
import type { Database } from '../../db/database.ts';
import type { Executor } from '../../db/handles.ts';
import { jobHandle, type QueueName } from '../../db/queues.ts';
import { currentSpan, inSpan } from '../../telemetry/span.ts';
import { seconds } from '../durations.ts';

/** A failure that no retry can mend. */
export class PermanentJobFailure extends Error {}

/** The signal aborts when the job is no longer this process’s: another one may be doing it. */
export type Handler<Data> = (data: Data, job: { id: string; signal?: AbortSignal }) => Promise<unknown>;

interface Job {
  id: string;
  data: unknown;
  signal: AbortSignal;
}

/** The work of a job belongs to the trace of its cause, also hours later. */
const withTrace = (data: object) => {
  const span = currentSpan();
  return span ? { ...data, traceparent: span.traceparent } : data;
};

/** Intervals in seconds of the checks for jobs of dead processes and for finished jobs. */
const WATCH = { superviseIntervalSeconds: 15, monitorIntervalSeconds: 15, maintenanceIntervalSeconds: 600 };

/**
 * pg-boss reports copies of errors, which are no Errors. The message of a failed query contains data, its cause none.
 */
function toError(reported: Error) {
  if (reported instanceof Error) return reported;
  const { message, cause } = reported as Error;
  return cause instanceof Error ? cause : new Error(message.startsWith('Failed query') ? 'Failed query' : message);
}

/** Opens the job queue, which is stored in the database: a committed job survives any crash of a process. */
export async function openJobs(database: Database, log: FastifyBaseLogger) {
  const boss = new PgBoss({
    db: jobHandle(database.jobs),
    migrate: false,
    createSchema: false,
    schedule: false,
    // Else the owner of the tables does: see db/queues.ts.
    reindex: !database.separateOwner,
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

  // Outside of a transaction a job has no cause to be committed with.
  const handleOf = (tx: Executor) => jobHandle(tx === database.accounts ? database.jobs : tx);

  /** Runs one job. Only the name of an error is stored: its message may contain data of the job. */
  async function attempt<Data>(queue: QueueName, handler: Handler<Data>, { id, data, signal }: Job) {
    try {
      const read = (typeof data === 'string' ? JSON.parse(data) : data) as Data & { traceparent?: string };
      const attributes = { 'messaging.destination.name': queue, 'messaging.message.id': id };
      await inSpan(`process ${queue}`, { kind: 'consumer', attributes, traceparent: read.traceparent }, () =>
        handler(read, { id, signal }),
      );
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
     * Enqueues a job in the transaction of its cause: both are committed, or neither. The data may be made for the id
     * of the job, which is the one that its handler gets.
     */
    send(tx: Executor, queue: QueueName, data: object | ((id: string) => object)) {
      const id = randomUUIDv7();
      return boss.send(queue, withTrace(typeof data === 'function' ? data(id) : data), { id, db: handleOf(tx) });
    },

    /** Enqueues jobs under ids of the caller in one statement. A job whose id exists, done or not, is none. */
    sendOnce: (tx: Executor, queue: QueueName, jobs: { id: string; data: object; startAfter?: Date }[]) =>
      boss.insert(
        queue,
        jobs.map(({ data, ...job }) => ({ ...job, data: withTrace(data) })),
        { db: handleOf(tx) },
      ),

    /**
     * Processes the queue, `atOnce` jobs at a time, and polls it every `pollSeconds`. A job that throws is retried,
     * unless with a PermanentJobFailure. The returned function stops taking jobs; `close` waits for running ones.
     */
    async work<Data>(queue: QueueName, handler: Handler<Data>, { atOnce = 5, pollSeconds = 1 } = {}) {
      const how = {
        pollingIntervalSeconds: pollSeconds,
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
