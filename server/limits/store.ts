import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';

/** Hits in the present window, and the milliseconds to its end. */
export type Count = { current: number; ttl: number };
export type Hit = (key: string, window: number) => Promise<Count> | Count;

/** The plugin's idea of a store, over two functions. Windows in milliseconds. */
export function store(hit: Hit, look: Hit): FastifyRateLimitStoreCtor {
  const answer =
    (ask: Hit): FastifyRateLimitStore['incr'] =>
    (key, done, window = 0) => {
      (async () => ask(key, window))().then(
        (count) => done(null, count),
        (error: Error) => done(error),
      );
    };
  return class {
    incr = answer(hit);
    read = answer(look);
    child() {
      return this as unknown as FastifyRateLimitStore;
    }
  } as unknown as FastifyRateLimitStoreCtor;
}

/** Counters of one process. */
export function memoryStore(counters = 200_000) {
  const windows = new LRUCache<string, { hits: number; end: number }>({ max: counters });
  const current = (key: string, window: number) => {
    const seen = windows.get(key);
    return seen && seen.end > Date.now() ? seen : { hits: 0, end: Date.now() + window };
  };
  const count = ({ hits, end }: { hits: number; end: number }) => ({ current: hits, ttl: end - Date.now() });

  return store(
    (key, window) => {
      const { hits, end } = current(key, window);
      const now = { hits: hits + 1, end };
      windows.set(key, now);
      return count(now);
    },
    (key, window) => count(current(key, window)),
  );
}
