import { LRUCache } from 'lru-cache';

const MIB = 1024 * 1024;

/** Bytes that a process keeps, and the part of it that one client may take. */
const BOUNDS = { total: 64 * MIB, client: 8 * MIB };

interface Entry {
  client: string;
  versions: string;
  value: object;
  bytes: number;
  /** When it was loaded, in milliseconds. */
  at: number;
}

interface Options {
  /** The oldest that an entry may be, in milliseconds, where time makes it stale. */
  atMost?: number;
  /** Whether to keep it. What callers choose freely, such as a period, is only shared among those who wait for it. */
  keep?: boolean;
}

/** What an answer takes as objects and as the JSON that is remembered with it; measured, a little too much. */
const bytesOf = (value: object) => 3 * (JSON.stringify(value)?.length ?? 0);

/**
 * Remembers what was computed for a client, one entry for each surface. An entry holds the versions of the data that it
 * was computed from, and the context builder reads those on every call: a write that raises one replaces the entry in
 * every process, with nothing to broadcast. Many readers waiting for one entry cost one load.
 */
export function createCache(bounds = BOUNDS) {
  const keysOf = new Map<string, Set<string>>();
  const entries = new LRUCache<string, Entry>({
    maxSize: bounds.total,
    maxEntrySize: bounds.client,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
    dispose({ client }, key, reason) {
      if (reason === 'set') return;
      const keys = keysOf.get(client);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(client);
    },
  });
  const loading = new Map<string, Promise<object>>();

  /** Makes room for an entry within the client's share: its least recently used ones go first. */
  function makeRoom(keys: Set<string>, bytes: number) {
    const size = () => [...keys].reduce((sum, key) => sum + (entries.peek(key)?.bytes ?? 0), bytes);
    for (const key of keys) {
      if (size() <= bounds.client) return;
      entries.delete(key);
    }
  }

  function keep(key: string, entry: Entry) {
    entries.delete(key);
    if (entry.bytes > bounds.client) return;
    const keys = keysOf.get(entry.client) ?? new Set();
    makeRoom(keys, entry.bytes);
    keysOf.set(entry.client, keys.add(key));
    entries.set(key, entry);
  }

  const cached = async <T extends object>(
    [surface, client, ...rest]: readonly [surface: string, client: string, ...versions: (number | string)[]],
    load: () => Promise<T>,
    { atMost = Number.POSITIVE_INFINITY, keep: kept = true }: Options = {},
  ): Promise<T> => {
    const key = `${surface}:${client}`;
    const versions = rest.join(':');
    const known = entries.get(key);
    if (known?.versions === versions && performance.now() - known.at < atMost) return known.value as T;

    const call = `${key}:${versions}`;
    const waiting = loading.get(call);
    if (waiting) return waiting as Promise<T>;
    const loaded = load().finally(() => loading.delete(call));
    loading.set(call, loaded);
    const value = await loaded;
    if (kept) keep(key, { client, versions, value, bytes: bytesOf(value), at: performance.now() });
    return value;
  };
  return Object.assign(cached, { bytes: () => entries.calculatedSize });
}

export type Cache = ReturnType<typeof createCache>;
