import type { FastifyBaseLogger } from 'fastify';
import { PgBoss } from 'pg-boss';
import type { Database, Db } from '../../db/connection.ts';
import { handleOf, type QueueName } from '../../db/queues.ts';

/** Work that is done outside of requests, in the database's own queue: what was committed is done, however often a process dies. */
export async function openJobs(database: Database, log: FastifyBaseLogger) {
  const boss = new PgBoss({ db: handleOf(database.db), migrate: false, createSchema: false, schedule: false });
  boss.on('error', (err) => log.warn({ err }, 'The job queue has trouble.'));
  await boss.start();
  return {
    /** Enqueues in the transaction of the job's cause: both are written, or neither. */
    send: (tx: Pick<Db, 'execute'>, queue: QueueName, data: object) => boss.send(queue, data, { db: handleOf(tx) }),
    /** Takes the queue's jobs, one after another; one that throws is tried again later. */
    work: <Data>(queue: QueueName, handler: (data: Data, job: { id: string }) => Promise<unknown>) =>
      boss.work<Data | string>(queue, { pollingIntervalSeconds: 1 }, async (jobs) => {
        for (const { id, data } of jobs)
          await handler((typeof data === 'string' ? JSON.parse(data) : data) as Data, { id });
      }),
    close: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

export type Jobs = Awaited<ReturnType<typeof openJobs>>;
