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

/** Between the first runs of sweeps, in milliseconds: all at once, now and every hour, would take every connection. */
const APART = 100;

/** Starts the sweeps of the platform and of all domains, one after another; the returned function stops them. */
export function startSweeps(deps: Deps, domains: Domain[]) {
  const sweeps = [...platformSweeps(deps), ...domains.flatMap((domain) => domain.sweeps?.(deps) ?? [])];
  const timers: NodeJS.Timeout[] = [];
  sweeps.forEach(({ what, every, run }, at) => {
    const sweep = () => Promise.resolve(run()).catch((err) => deps.log.warn({ err }, `Could not sweep ${what}.`));
    const begin = () => {
      sweep();
      timers.push(setInterval(sweep, every).unref());
    };
    timers.push(setTimeout(begin, (at + 1) * APART).unref());
  });
  return () => timers.forEach(clearInterval);
}
