import { rebuildQueueIndexes } from '../../db/queues.ts';
import { keepEmbeddedSmall } from '../../db/upkeep.ts';
import type { Deps } from '../../server/deps.ts';
import type { Domain, Sweep } from '../../server/domain.ts';
import { minutes, seconds } from '../../server/durations.ts';
import { sweepTrail } from '../../server/identity/security-trail.ts';
import { sweepCounters } from '../../server/limits/postgres-counter.ts';
import { sweepKeys } from '../../server/trpc/stored-responses.ts';

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

const sweepsOf = (deps: Deps, domains: Domain[]) => [
  ...platformSweeps(deps),
  ...domains.flatMap((domain) => domain.sweeps?.(deps) ?? []),
];

const once = ({ log }: Deps, { what, run }: Sweep) =>
  Promise.resolve(run()).catch((err) => log.warn({ err }, `Could not sweep ${what}.`));

/** Does what the first request must find done, such as marking what a process that was killed has left open. */
export const sweepBeforeListening = (deps: Deps, domains: Domain[]) =>
  Promise.all(sweepsOf(deps, domains).flatMap((sweep) => (sweep.first ? [once(deps, sweep)] : [])));

/** Starts the sweeps of the platform and of all domains, one after another; the returned function stops them. */
export function startSweeps(deps: Deps, domains: Domain[]) {
  const timers: NodeJS.Timeout[] = [];
  sweepsOf(deps, domains).forEach((one, at) => {
    const sweep = () => once(deps, one);
    const begin = () => {
      sweep();
      timers.push(setInterval(sweep, one.every).unref());
    };
    timers.push(setTimeout(begin, (at + 1) * APART).unref());
  });
  return () => timers.forEach(clearInterval);
}
