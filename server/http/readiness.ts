import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import type { Domain } from '../domain.ts';
import { seconds } from '../durations.ts';

const CHECK_TIMEOUT = seconds(2);
const INTERVAL = seconds(1);

const state = (work: PromiseLike<unknown>) =>
  Promise.race([work, new Promise((_, reject) => setTimeout(reject, CHECK_TIMEOUT).unref())]).then(
    () => 'up' as const,
    () => 'down' as const,
  );

/** Runs `work` at most once in `INTERVAL`, and never twice at once; callers in between share its result. */
function atIntervals<T>(work: () => Promise<T>): () => Promise<T> {
  let running = false;
  let startedAt = Number.NEGATIVE_INFINITY;
  let latest: Promise<T> | undefined;
  return () => {
    if (latest && (running || performance.now() - startedAt < INTERVAL)) return latest;
    running = true;
    startedAt = performance.now();
    latest = work().finally(() => {
      running = false;
    });
    return latest;
  };
}

/** Checks the dependencies of the portal, in one round a second for all callers. */
export function readiness(deps: Deps, domains: Domain[]) {
  const checks = domains.flatMap((domain) => Object.entries(domain.checks?.(deps) ?? {}));
  return atIntervals(async () => {
    const [database, redis, ...others] = await Promise.all([
      state(deps.database.callers.execute(sql`select 1`)),
      deps.redis ? state(deps.redis.ping()) : ('unused' as const),
      ...checks.map(async ([name, check]) => [name, await check()] as const),
    ]);
    const { replica: used } = deps.database;
    const replica = used ? (used.serves() ? 'up' : 'down') : 'unused';
    const dependencies = { database, replica, redis, ...Object.fromEntries(others) };
    return { ready: database === 'up' && redis !== 'down', dependencies };
  });
}
