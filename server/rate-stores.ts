import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { lt, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/connection.ts';
import { rateLimits } from '../db/schema/index.ts';
import { batched } from './batched.ts';

type Count = { current: number; ttl: number };
type Hit = (key: string, window: number) => Promise<Count> | Count;

/** The plugin's idea of a store, over two functions. Windows in milliseconds. */
function store(hit: Hit, look: Hit): FastifyRateLimitStoreCtor {
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

/** Counters that every process of a deployment shares. Hits that arrive together are one statement, and still counted one by one. */
export function postgresStore(db: Db) {
  const over = sql`${rateLimits.resetsAt} <= now()`;
  const left = sql<number>`extract(epoch from ${rateLimits.resetsAt} - now())::float8 * 1000`;

  const add = db
    .insert(rateLimits)
    .select(
      sql`select key, count(*), now() + max(window_ms) * interval '1 ms'
          from unnest(${sql.placeholder('keys')}::text[], ${sql.placeholder('windows')}::float8[]) as hit (key, window_ms)
          group by key order by key`,
    )
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when ${over} then excluded.hits else ${rateLimits.hits} + excluded.hits end`,
        resetsAt: sql`case when ${over} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
    })
    .returning({ key: rateLimits.key, hits: rateLimits.hits, left })
    .prepare('count_hits');

  const hits = batched<{ key: string; window: number }, Count>(async (batch) => {
    const rows = await add.execute({
      keys: makePgArray(batch.map(({ key }) => key)),
      windows: makePgArray(batch.map(({ window }) => window)),
    });
    const counts = new Map(rows.map((row) => [row.key, row]));
    // The statement gave each key its last count; the batch is numbered backwards from there.
    return [...batch]
      .reverse()
      .map(({ key }) => {
        const row = counts.get(key);
        return row ? { current: row.hits--, ttl: row.left } : new Error('A hit was not counted.');
      })
      .reverse();
  });

  const look: Hit = async (key, window) => {
    const [row] = await db
      .select({ current: rateLimits.hits, ttl: left })
      .from(rateLimits)
      .where(sql`${rateLimits.key} = ${key} and not ${over}`);
    return row ?? { current: 0, ttl: window };
  };

  return store((key, window) => hits({ key, window }), look);
}

/** Throws away counters whose window is over. */
export const sweepCounters = (db: Db) => db.delete(rateLimits).where(lt(rateLimits.resetsAt, sql`now()`));
