import { sweepTokens } from '../../routers/auth/one-time-tokens.ts';
import { sweepInvitations } from '../../routers/auth/org/seats.ts';
import { sweepFailures } from '../../routers/auth/wrong-passwords.ts';
import { reconcile, sweepEvents } from '../../routers/billing/stripe/reconcile.ts';
import { sweepOldRuns } from '../../routers/insights/retention.ts';
import type { Deps } from '../deps.ts';
import { sweepTrail } from '../identity/security-trail.ts';
import { minutes, seconds } from '../limits/numbers.ts';
import { sweepCounters } from '../limits/postgres.ts';

/** What is done again and again beside the requests. Every process may do it; none of it hurts done twice. */
export function keepHouse({ env, runs, sessions, database, reports, stripe, log }: Deps) {
  const tasks: [every: number, what: string, () => PromiseLike<unknown>][] = [
    [seconds(15), 'interrupted insight runs', () => runs.sweep()],
    [minutes(60), 'old insight runs', () => sweepOldRuns(database, env.INSIGHT_RUNS_KEPT_DAYS)],
    [minutes(10), 'expired sessions', () => sessions.sweep()],
    [minutes(10), 'closed rate-limit windows', () => sweepCounters(database.db)],
    [minutes(10), 'expired tokens', () => sweepTokens(database.db)],
    [minutes(60), 'expired invitations', () => sweepInvitations(database.db)],
    [minutes(60), 'the security trail', () => sweepTrail(database.db)],
    [minutes(60), 'old reports', () => reports.sweep()],
    [minutes(1), 'what Stripe has', () => reconcile(database, stripe)],
    [minutes(60), 'handled Stripe events', () => sweepEvents(database)],
    [minutes(60), 'old sign-in failures', () => sweepFailures(database.db)],
  ];
  const timers = tasks.map(([every, what, task]) => {
    const run = () => Promise.resolve(task()).catch((err) => log.warn({ err }, `Could not sweep ${what}.`));
    run();
    return setInterval(run, every).unref();
  });
  return () => timers.forEach(clearInterval);
}
