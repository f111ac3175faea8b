import { seconds } from '../durations.ts';
import { explain } from '../errors.ts';
import type { Counter } from './counter.ts';

const PAUSE = seconds(2);

/** Counts in `first`, and while that is unreachable in `second`: limits hold, and no call is refused for its sake. */
export function withFallback(first: Counter, second: Counter): Counter {
  // A silent server costs a timeout, so it is not asked again at once.
  let pausedUntil = 0;
  async function ask<T>(how: (counter: Counter) => Promise<T>): Promise<T> {
    if (performance.now() < pausedUntil) return how(second);
    try {
      return await how(first);
    } catch (error) {
      if (explain(error).status !== 503) throw error;
      pausedUntil = performance.now() + PAUSE;
      return how(second);
    }
  }
  return {
    consume: (key, window, weight) => ask((counter) => counter.consume(key, window, weight)),
    refund: (key, weight) => ask((counter) => counter.refund(key, weight)),
    peek: (key, window) => ask((counter) => counter.peek(key, window)),
  };
}
