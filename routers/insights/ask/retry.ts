import { DelegateBackoff, handleResultType, retry } from 'cockatiel';
import { Failure, type FailureKind } from './failure.ts';
import { INSIGHTS } from './settings.ts';

const { repeats, pause, pauseAtMost } = INSIGHTS;

/** The most repeats that a query may have, whatever goes wrong in whatever order. */
export const REPEATS = Math.max(...Object.values(repeats));

/**
 * Milliseconds before the n-th repeat after failures of one kind: doubled each time, the last half of it by chance so
 * that many callers do not come back together. After a 429 it is no shorter than the service asked for, within bounds.
 */
function pauseBefore(n: number, { kind, retryAfter }: Failure) {
  const step = pause[kind] * 2 ** (n - 1);
  const asked = kind === 'overloaded' ? Math.min(retryAfter, pauseAtMost) : 0;
  return Math.max(step * (0.5 + Math.random() / 2), asked);
}

/**
 * How often one query is sent again. Each kind of failure has its own number of repeats, counted within the query, and
 * all of them together are REPEATS at most: one that meets a 503 and then only silence is four calls, not five.
 */
export function repeating(onRepeat: (failure: Failure) => void) {
  const met: Record<FailureKind, number> = { unreachable: 0, unavailable: 0, overloaded: 0, unusable: 0 };
  return retry(
    handleResultType(Failure, ({ kind }) => ++met[kind] <= repeats[kind]),
    {
      maxAttempts: REPEATS,
      backoff: new DelegateBackoff(({ result }) => {
        const failure = (result as { value: Failure }).value;
        onRepeat(failure);
        return pauseBefore(met[failure.kind], failure);
      }),
    },
  );
}
