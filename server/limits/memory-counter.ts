import { LRUCache } from 'lru-cache';
import type { Consumed, Counter } from './counter.ts';

/** Counts in the memory of this process, for at most `keys` keys. */
export function memoryCounter(keys = 200_000): Counter {
  // Counted by size: with `max` the cache would set memory aside for all keys at once.
  const windows = new LRUCache<string, { hits: number; end: number }>({ maxSize: keys, sizeCalculation: () => 1 });
  const present = (key: string, window: number) => {
    const seen = windows.get(key);
    return seen && seen.end > Date.now() ? seen : { hits: 0, end: Date.now() + window };
  };
  const count = ({ hits, end }: { hits: number; end: number }): Consumed => ({ hits, left: end - Date.now() });

  return {
    async consume(key, window, weight = 1) {
      const { hits, end } = present(key, window);
      const now = { hits: hits + weight, end };
      windows.set(key, now);
      return count(now);
    },
    async refund(key, weight = 1) {
      const seen = windows.get(key);
      if (seen) windows.set(key, { ...seen, hits: Math.max(0, seen.hits - weight) });
    },
    peek: async (key, window) => count(present(key, window)),
  };
}
