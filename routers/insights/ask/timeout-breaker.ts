import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleResultType } from 'cockatiel';
import type { ServiceAnswer } from '../../../insights/wire.ts';
import { CallFailure } from './failure.ts';
import { INSIGHTS_CALL } from './settings.ts';

type Outcome = ServiceAnswer | CallFailure;

/**
 * The circuit breaker for a service that accepts calls and does not answer. Queries that begin while it is open fail at
 * once; those that began before keep all their retries.
 */
export function timeoutBreaker() {
  const { timeouts, pause } = INSIGHTS_CALL.breaker;
  const breaker = circuitBreaker(
    handleResultType(CallFailure, ({ timedOut }) => timedOut),
    { halfOpenAfter: pause, breaker: new ConsecutiveBreaker(timeouts) },
  );
  return {
    state: () => breaker.state,
    /**
     * Returns a function that makes the calls of one query. It throws a BrokenCircuitError instead of a refused call.
     */
    forQuery() {
      let admitted: boolean | undefined;
      return async (call: () => Promise<Outcome>): Promise<Outcome> => {
        admitted ??= breaker.state === CircuitState.Closed;
        if (!admitted) {
          // One trial at a time; the others do not wait for it.
          if (breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
          return breaker.execute(call);
        }
        const outcome = await call();
        await breaker.execute(() => outcome).catch(() => {});
        return outcome;
      };
    },
  };
}
