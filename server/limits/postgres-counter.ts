import { lt, type SQL, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import { batched } from '../../db/batched.ts';
import type { AccountDb } from '../../db/handles.ts';
import { accountQuery } from '../../db/prepared.ts';
import { rateLimits } from '../../db/schema/index.ts';
import type { Counter, HitCount } from './counter.ts';

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
export const numberHits = (keys: readonly string[], last: Map<string, HitCount>) =>
  keys
    .toReversed()
    .map((key) => {
      const count = last.get(key);
      return count && { hits: count.hits--, left: count.left };
    })
    .reverse();

const add = accountQuery((db) =>
  insertHits(
    db,
    sql`select key, count(*), now() + max(window_ms) * interval '1 ms'
        from unnest(${sql.placeholder('keys')}::text[], ${sql.placeholder('windows')}::float8[]) as hit (key, window_ms)
        group by key order by key`,
  ),
);

/** Counts in the database. Simultaneous hits share one statement and are still counted one by one. */
export function postgresCounter(db: AccountDb): Counter {
  const hits = batched<{ key: string; window: number }, HitCount>(async (batch) => {
    const keys = batch.map(({ key }) => key);
    const rows = await add(db).execute({
      keys: makePgArray(keys),
      windows: makePgArray(batch.map(({ window }) => window)),
    });
    const counts = numberHits(keys, new Map(rows.map(({ key, hits, left }) => [key, { hits, left }])));
    return counts.map((count) => count ?? new Error('A hit was not counted.'));
  });

  return {
    hit: (key, window) => hits({ key, window }),
    async giveBack(key) {
      const open = sql`${rateLimits.key} = ${key} and ${rateLimits.hits} > 0 and not ${over}`;
      await db
        .update(rateLimits)
        .set({ hits: sql`${rateLimits.hits} - 1` })
        .where(open);
    },
    async look(key, window) {
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
