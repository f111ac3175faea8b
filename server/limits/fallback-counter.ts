import { seconds } from '../durations.ts';
import { explain } from '../errors.ts';
import type { Counter } from './counter.ts';

const PAUSE = seconds(2);

/** Counts in `first`, and while that is unreachable in `second`: limits hold, and no call is refused for its sake. */
export function withFallback(first: Counter, second: Counter): Counter {
  // A silent server costs a timeout, so it is not asked again at once.
  let pausedUntil = 0;
  const count =
    (how: keyof Counter): Counter['hit'] =>
    async (key, window) => {
      if (performance.now() < pausedUntil) return second[how](key, window);
      try {
        return await first[how](key, window);
      } catch (error) {
        if (explain(error).status !== 503) throw error;
        pausedUntil = performance.now() + PAUSE;
        return second[how](key, window);
      }
    };
  return { hit: count('hit'), look: count('look') };
}
