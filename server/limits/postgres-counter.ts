import { lt, type SQL, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import { batched } from '../../db/batched.ts';
import type { AccountDb } from '../../db/handles.ts';
import { accountQuery } from '../../db/prepared.ts';
import { rateLimits } from '../../db/schema/index.ts';
import type { Consumed, Counter } from './counter.ts';

const over = sql`${rateLimits.resetsAt} <= now()`;
const left = sql<number>`extract(epoch from ${rateLimits.resetsAt} - now())::float8 * 1000`;

/** Adds hits to their counters. `hits` selects key, number of hits and end of a new window, ordered by key. */
export const insertHits = (db: AccountDb, hits: SQL) =>
  db
    .insert(rateLimits)
    .select(hits)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when ${over} then excluded.hits else ${rateLimits.hits} + excluded.hits end`,
        resetsAt: sql`case when ${over} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
    })
    .returning({ key: rateLimits.key, hits: rateLimits.hits, left: left.as('left_ms') });

/** Numbers the hits of a batch: the statement returns the last count of each key, and equal keys count back from it. */
export const numberHits = (keys: readonly string[], last: Map<string, Consumed>, weights?: readonly number[]) =>
  keys
    .map((key, at) => ({ key, weight: weights?.[at] ?? 1 }))
    .reverse()
    .map(({ key, weight }) => {
      const count = last.get(key);
      if (!count) return undefined;
      const { hits, left } = count;
      count.hits -= weight;
      return { hits, left };
    })
    .reverse();

const add = accountQuery((db) =>
  insertHits(
    db,
    sql`select key, sum(weight)::bigint, now() + max(window_ms) * interval '1 ms'
        from unnest(${sql.placeholder('keys')}::text[], ${sql.placeholder('windows')}::float8[],
          ${sql.placeholder('weights')}::bigint[]) as hit (key, window_ms, weight)
        group by key order by key`,
  ),
);

/** Counts in the database. Simultaneous hits share one statement and are still counted one by one. */
export function postgresCounter(db: AccountDb): Counter {
  const hits = batched<{ key: string; window: number; weight: number }, Consumed>(async (batch) => {
    const keys = batch.map(({ key }) => key);
    const weights = batch.map(({ weight }) => weight);
    const rows = await add(db).execute({
      keys: makePgArray(keys),
      windows: makePgArray(batch.map(({ window }) => window)),
      weights: makePgArray(weights),
    });
    const last = new Map(rows.map(({ key, hits, left }) => [key, { hits, left }]));
    const counts = numberHits(keys, last, weights);
    return counts.map((count) => count ?? new Error('A hit was not counted.'));
  });

  return {
    consume: (key, window, weight = 1) => hits({ key, window, weight }),
    async refund(key, weight = 1) {
      const open = sql`${rateLimits.key} = ${key} and ${rateLimits.hits} > 0 and not ${over}`;
      await db
        .update(rateLimits)
        .set({ hits: sql`greatest(${rateLimits.hits} - ${weight}::bigint, 0)` })
        .where(open);
    },
    async peek(key, window) {
      const [row] = await db
        .select({ hits: rateLimits.hits, left })
        .from(rateLimits)
        .where(sql`${rateLimits.key} = ${key} and not ${over}`);
      return row ?? { hits: 0, left: window };
    },
  };
}

/** Deletes the counters of closed windows. */
export const sweepCounters = (db: AccountDb) => db.delete(rateLimits).where(lt(rateLimits.resetsAt, sql`now()`));
