import { LRUCache } from 'lru-cache';
import type { Counter, HitCount } from './counter.ts';

/** Counts in the memory of this process, for at most `keys` keys. */
export function memoryCounter(keys = 200_000): Counter {
  const windows = new LRUCache<string, { hits: number; end: number }>({ max: keys });
  const present = (key: string, window: number) => {
    const seen = windows.get(key);
    return seen && seen.end > Date.now() ? seen : { hits: 0, end: Date.now() + window };
  };
  const count = ({ hits, end }: { hits: number; end: number }): HitCount => ({ hits, left: end - Date.now() });

  return {
    async hit(key, window) {
      const { hits, end } = present(key, window);
      const now = { hits: hits + 1, end };
      windows.set(key, now);
      return count(now);
    },
    look: async (key, window) => count(present(key, window)),
  };
}
