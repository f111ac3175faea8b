import { DelegateBackoff, handleResultType, retry } from 'cockatiel';
import { CallFailure, type FailureKind } from './failure.ts';
import { INSIGHTS_CALL } from './settings.ts';

const { retries, pause, maxPause } = INSIGHTS_CALL;

/** Maximum retries per query, whatever the kinds of failure. */
export const MAX_RETRIES = Math.max(...Object.values(retries));

/**
 * Milliseconds before the n-th retry of one kind: exponential, with jitter so that callers do not return at once. After
 * a 429 the pause is at least the requested one, up to `maxPause`.
 */
function pauseBefore(n: number, { kind, retryAfter }: CallFailure) {
  const step = pause[kind] * 2 ** (n - 1);
  const requested = kind === 'overloaded' ? Math.min(retryAfter, maxPause) : 0;
  return Math.max(step * (0.5 + Math.random() / 2), requested);
}

/**
 * The retry policy of one query. Each kind of failure has its own limit, and MAX_RETRIES bounds them together: a 503
 * followed only by timeouts is four calls, not five.
 */
export function retryPolicy(onRetry: (failure: CallFailure) => void) {
  const failures: Record<FailureKind, number> = { unreachable: 0, unavailable: 0, overloaded: 0, unusable: 0 };
  return retry(
    handleResultType(CallFailure, ({ kind }) => ++failures[kind] <= retries[kind]),
    {
      maxAttempts: MAX_RETRIES,
      backoff: new DelegateBackoff(({ result }) => {
        const failure = (result as { value: CallFailure }).value;
        onRetry(failure);
        return pauseBefore(failures[failure.kind], failure);
      }),
    },
  );
}
