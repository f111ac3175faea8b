import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../db/database.ts';
import { QUEUE_NAMES } from '../../db/queues.ts';
import { seconds } from '../durations.ts';

/** The queues are read once in so many milliseconds, however often somebody asks. */
const READ_EVERY = seconds(10);

/** A job is due from the time that it may begin: one that waits for a retry is not late before. */
const STATES = sql`select name,
    (count(*) filter (where state in ('created', 'retry')))::int as waiting,
    (count(*) filter (where state = 'retry'))::int as retrying,
    (count(*) filter (where state = 'failed'))::int as failed,
    coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after < now())), 0)::float8 as age
  from pgboss.job where state in ('created', 'retry', 'failed') group by name`;

type Row = Record<'waiting' | 'retrying' | 'failed' | 'age', number> & { name: string };

const NONE = { waiting: 0, retrying: 0, failed: 0, age: 0 };

/** Measures the queues of jobs. Every process of a deployment shows the same: take the maximum, not the sum. */
export function queueMetrics(registry: Registry, { jobs }: Pick<Database, 'jobs'>) {
  let rows: Promise<Row[]> = Promise.resolve([]);
  let readAt = Number.NEGATIVE_INFINITY;
  const read = () => {
    if (performance.now() - readAt < READ_EVERY) return rows;
    readAt = performance.now();
    // A database that is away has no figures; requests that fail meanwhile set off the alerts on availability.
    rows = jobs.execute<Row>(STATES).then(
      (found) => [...found],
      () => [],
    );
    return rows;
  };
  const gauge = (name: string, help: string, figure: keyof typeof NONE) =>
    new Gauge({
      name: `portal_queue_${name}`,
      help,
      labelNames: ['queue'],
      registers: [registry],
      async collect() {
        const found = await read();
        for (const queue of QUEUE_NAMES) this.set({ queue }, (found.find((row) => row.name === queue) ?? NONE)[figure]);
      },
    });
  gauge('waiting_jobs', 'Jobs that wait for their turn or for another attempt.', 'waiting');
  gauge(
    'retrying_jobs',
    'Jobs that failed and wait for another attempt: of the queue "mail" deferred mails.',
    'retrying',
  );
  gauge('failed_jobs', 'Jobs of the last day that failed for good.', 'failed');
  gauge('age_seconds', 'How long the oldest job that is due has been due.', 'age');
}
