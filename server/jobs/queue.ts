import type { FastifyBaseLogger } from 'fastify';
import { type JobResult, PgBoss } from 'pg-boss';
import type { Database } from '../../db/database.ts';
import type { Executor } from '../../db/handles.ts';
import { jobHandle, type QueueName } from '../../db/queues.ts';
import { seconds } from '../durations.ts';

/** A job that no number of tries will get done. */
export class PermanentJobFailure extends Error {}

export type Handler<Data> = (data: Data, job: { id: string }) => Promise<unknown>;

/** How often, in seconds, it is looked for jobs whose process died, and for jobs that are done with. */
const WATCH = { superviseIntervalSeconds: 15, monitorIntervalSeconds: 15, maintenanceIntervalSeconds: 600 };

/** Work that is done outside of requests, in the database's own queue: what was committed is done, however often a process dies. */
export async function openJobs(database: Database, log: FastifyBaseLogger) {
  const boss = new PgBoss({
    db: jobHandle(database.accounts),
    migrate: false,
    createSchema: false,
    schedule: false,
    // No job waits for another here, and there is no need to look every few seconds.
    flowIntervalSeconds: 3600,
    ...WATCH,
  });
  // While the database is away every look into a queue fails; a line in half a minute says it.
  let told = Number.NEGATIVE_INFINITY;
  boss.on('error', (err) => {
    if (performance.now() - told < seconds(30)) return;
    told = performance.now();
    log.warn({ err }, 'The job queue has trouble.');
  });
  await boss.start();

  /** What came of one job. Of an error its name alone is stored: what it says can hold what the job was about. */
  async function attempt<Data>(queue: QueueName, handler: Handler<Data>, { id, data }: { id: string; data: unknown }) {
    try {
      await handler((typeof data === 'string' ? JSON.parse(data) : data) as Data, { id });
      return { id, status: 'completed' } satisfies JobResult;
    } catch (err) {
      const hopeless = err instanceof PermanentJobFailure;
      log.warn({ err, queue, job: id }, hopeless ? 'A job was given up.' : 'A job failed; it is tried again later.');
      const output = { error: err instanceof Error ? err.name : 'unknown' };
      return { id, status: hopeless ? 'deadletter' : 'failed', output } satisfies JobResult;
    }
  }

  return {
    /** Enqueues in the transaction of the job's cause: both are written, or neither. */
    send: (tx: Executor, queue: QueueName, data: object) => boss.send(queue, data, { db: jobHandle(tx) }),

    /**
     * Takes the queue's jobs, some at once; one that throws is tried again later, unless with a HopelessJob. The
     * returned function takes no more of them; `close` waits for those under way.
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
