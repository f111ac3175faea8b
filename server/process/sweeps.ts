import { rebuildQueueIndexes } from '../../db/queues.ts';
import { keepEmbeddedSmall } from '../../db/upkeep.ts';
import type { Deps } from '../deps.ts';
import type { Domain, Sweep } from '../domain.ts';
import { minutes, seconds } from '../durations.ts';
import { sweepTrail } from '../identity/security-trail.ts';
import { sweepCounters } from '../limits/postgres-counter.ts';
import { sweepKeys } from '../trpc/kept-answers.ts';

const platformSweeps = ({ sessions, database }: Deps): Sweep[] => [
  { what: 'expired sessions', every: minutes(10), run: () => sessions.sweep() },
  { what: 'closed rate-limit windows', every: minutes(10), run: () => sweepCounters(database.accounts) },
  { what: 'idempotency keys', every: minutes(10), run: () => sweepKeys(database.asMaintenance()) },
  { what: 'the security trail', every: minutes(60), run: () => sweepTrail(database.asMaintenance()) },
  ...(database.separateOwner
    ? [{ what: 'bloated indexes of the job queue', every: minutes(60), run: () => rebuildQueueIndexes(database) }]
    : []),
  ...(database.embedded
    ? [{ what: 'dead rows and the log', every: seconds(10), run: () => keepEmbeddedSmall(database) }]
    : []),
];

/** Starts the sweeps of the platform and of all domains; the returned function stops them. */
export function startSweeps(deps: Deps, domains: Domain[]) {
  const sweeps = [...platformSweeps(deps), ...domains.flatMap((domain) => domain.sweeps?.(deps) ?? [])];
  const timers = sweeps.map(({ what, every, run }) => {
    const sweep = () => Promise.resolve(run()).catch((err) => deps.log.warn({ err }, `Could not sweep ${what}.`));
    sweep();
    return setInterval(sweep, every).unref();
  });
  return () => timers.forEach(clearInterval);
}
