import { BACKGROUND_JOBS, LONG_JOBS, type QueueName } from '../../db/queues.ts';
import type { Deps } from '../../server/deps.ts';
import type { Domain } from '../../server/domain.ts';
import type { Handler } from '../../server/jobs/queue.ts';
import { mailer } from '../../server/mail/mailer.ts';

/** The handler of each queue. */
const handlersOf = (deps: Deps, domains: Domain[]) =>
  Object.assign({ mail: mailer(deps) }, ...domains.map((domain) => domain.jobs?.(deps))) as Record<
    QueueName,
    Handler<never>
  >;

/** Starts processing the queues. The returned function stops taking jobs; `jobs.close` waits for running ones. */
export async function startWorkers(deps: Deps, domains: Domain[]) {
  const handlers = Object.entries(handlersOf(deps, domains)) as [QueueName, Handler<never>][];
  const how = (queue: QueueName) => ({
    atOnce: LONG_JOBS.includes(queue) ? 1 : 10,
    pollSeconds: BACKGROUND_JOBS.includes(queue) ? 5 : 1,
  });
  const stops = await Promise.all(handlers.map(([queue, work]) => deps.jobs.work(queue, work, how(queue))));
  return () => Promise.all(stops.map((stop) => stop()));
}
