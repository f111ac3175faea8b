/** Consecutive timeouts that open the circuit, and the time until a trial call in milliseconds. */
const MAX_TIMEOUTS = 5;
const OPEN_FOR = 15_000;

/**
 * Skips a provider after repeated timeouts, which would cost every question its share of the time; then lets single
 * trial calls through until one gets a response.
 */
export function circuitBreaker(now = () => performance.now()) {
  let timeouts = 0;
  let openUntil = 0;

  return {
    isOpen() {
      if (timeouts < MAX_TIMEOUTS) return false;
      if (now() < openUntil) return true;
      openUntil = now() + OPEN_FOR;
      return false;
    },
    record(outcome: 'timeout' | 'response') {
      timeouts = outcome === 'timeout' ? timeouts + 1 : 0;
      if (timeouts >= MAX_TIMEOUTS) openUntil = now() + OPEN_FOR;
    },
  };
}
