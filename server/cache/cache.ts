import { LRUCache } from 'lru-cache';
import { MIB } from '../../flow/byte-units.ts';
import { fairQueue, QueueFull } from '../../flow/fair-queue.ts';
import { seconds } from '../durations.ts';
import { PortalError } from '../errors.ts';

/** Maximum bytes of the cache of a process, and of one client's share of it. */
const BOUNDS = { total: 64 * MIB, client: 8 * MIB };

/** Results computed at once, in all and of one client, and how many more of a client wait. */
const LOADS = { atOnce: 32, perKey: 2, waiting: 50 };
/** For the turn to compute one. */
const PATIENCE = seconds(10);

interface Entry {
  client: string;
  versions: string;
  value: object;
  bytes: number;
  /** The time of loading, in milliseconds. */
  at: number;
}

interface Options {
  /** The maximum age of an entry, in milliseconds, if it expires. */
  atMost?: number;
  /** Whether to store the result. With free inputs, such as a period, it is only shared among concurrent callers. */
  keep?: boolean;
}

/** The estimated size of a result as objects and cached JSON; measured, and slightly too high. */
const bytesOf = (value: object) => 3 * (JSON.stringify(value)?.length ?? 0);

/**
 * Caches computed results by client, one entry per surface. An entry holds the versions of its source data, which every
 * call reads: a write that raises a version replaces it in every process without a broadcast. Concurrent readers share
 * one load, and clients take turns at loading, since loads of many periods at once would fill the memory.
 */
export function createCache(bounds = BOUNDS, patience = PATIENCE) {
  const turns = fairQueue(LOADS);
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

  /** Evicts the client's least recently used entries until the new one fits its share. */
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

  const inTurn = <T>(client: string, load: () => Promise<T>) =>
    turns
      .run(client, load, () => AbortSignal.timeout(patience))
      .catch((cause: unknown) => {
        throw cause instanceof QueueFull ? new PortalError('SERVICE_UNAVAILABLE', undefined, { cause }) : cause;
      });

  /** @throws SERVICE_UNAVAILABLE if the client has too much to compute */
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
    const loaded = inTurn(client, load).finally(() => loading.delete(call));
    loading.set(call, loaded);
    const value = await loaded;
    if (kept) keep(key, { client, versions, value, bytes: bytesOf(value), at: performance.now() });
    return value;
  };
  return Object.assign(cached, { bytes: () => entries.calculatedSize });
}

export type Cache = ReturnType<typeof createCache>;
