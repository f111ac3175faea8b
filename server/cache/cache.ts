import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Executor } from '../../db/handles.ts';
import { organizations } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';

/**
 * Remembers what was computed for a client. The key holds the version of the data that it was computed from, and the
 * context builder reads that version on every call: a write that raises it makes the old entry unreachable in every
 * process at once, with nothing to broadcast and nothing to miss. Many readers waiting for one entry cost one load.
 *
 * `atMost` is for what time alone makes stale, such as the last 30 days: an older entry, in milliseconds, is loaded anew.
 */
export function createCache(entries = 20_000) {
  const store = new LRUCache<string, object, () => Promise<object>>({
    max: entries,
    fetchMethod: (_key, _stale, { context: load }) => load(),
  });

  return async <T extends object>(
    key: readonly [surface: string, client: string, ...versions: (number | string)[]],
    load: () => Promise<T>,
    { atMost: ttl = 0 }: { atMost?: number } = {},
  ): Promise<T> => (await store.forceFetch(key.join(':'), { context: load, ttl })) as T;
}

export type Cache = ReturnType<typeof createCache>;

/** Makes what was computed from the client's scans stale. Runs in the transaction that writes them, never after it. */
export const scoresChanged = (tx: Executor, { clientId }: Tenant) =>
  tx.execute(sql`update ${organizations} set scores_version = scores_version + 1 where id = ${clientId}`);

/** The same for what was computed from anything else: records taken in, goals, tasks, pages. */
export const factsChanged = (tx: Executor, { clientId }: Tenant) =>
  tx.execute(sql`update ${organizations} set facts_version = facts_version + 1 where id = ${clientId}`);
