interface Bounds {
  /** Maximum number running at once in total. */
  atOnce: number;
  /** Maximum number running at once per key. */
  perKey: number | ((key: string) => number);
  /** Maximum number waiting per key. */
  waiting: number;
  /** Recent use beyond the share of a key. Keys without debt go first, then those with the least. */
  debt?: (key: string) => number;
  /** Maximum number running at once of all keys in debt. */
  inDebt?: number;
  /** By which turns are measured, in milliseconds. Default: the time. */
  clock?: () => number;
  /**
   * Called at the end of each turn of a key with the milliseconds it took, before `perKey` and `debt` are asked again.
   */
  ended?: (key: string, milliseconds: number) => void;
}

/** Ends a turn. */
type Leave = () => void;

/** The rank of a key in debt, behind all that are not. */
const LAST = 1e6;

interface Key {
  running: number;
  waiting: ((leave: Leave) => void)[];
}

/** Thrown when too many of a key are waiting, with PostgreSQL's code for too many connections. */
export class QueueFull extends Error {
  readonly code = '53300';
}

/**
 * A queue in which keys take turns, so that a busy key delays only itself. Keys without debt go first, of these one
 * with nothing running, and then that whose last turn is longest ago; of those in debt the one with the least.
 */
export function fairQueue(bounds: Bounds) {
  const { atOnce, perKey, waiting, debt = () => 0, inDebt = Number.POSITIVE_INFINITY, ended } = bounds;
  const { clock = () => performance.now() } = bounds;
  // Ordered by last turn.
  const keys = new Map<string, Key>();
  const most = typeof perKey === 'number' ? () => perKey : perKey;
  let running = 0;
  let runningInDebt = 0;

  const mayStart = (name: string, key: Key) => key.running < most(name) && !(runningInDebt >= inDebt && debt(name) > 0);

  function next(): [string, Key] | undefined {
    let best: [string, Key] | undefined;
    let bestRank = Number.POSITIVE_INFINITY;
    for (const entry of keys) {
      const [name, key] = entry;
      if (key.waiting.length === 0 || !mayStart(name, key)) continue;
      const owed = debt(name);
      const rank = owed > 0 ? LAST + owed : key.running;
      if (rank === 0) return entry;
      if (rank < bestRank) [best, bestRank] = [entry, rank];
    }
    return best;
  }

  function advance() {
    while (running < atOnce) {
      const chosen = next();
      if (!chosen) return;
      const [name, key] = chosen;
      key.waiting.shift()?.(start(name, key));
    }
  }

  function leave(name: string, key: Key, wasInDebt: boolean) {
    running--;
    if (wasInDebt) runningInDebt--;
    key.running--;
    if (key.running === 0 && key.waiting.length === 0) keys.delete(name);
    advance();
  }

  function start(name: string, key: Key) {
    // Deleted first, so that the key moves to the end.
    keys.delete(name);
    keys.set(name, key);
    running++;
    key.running++;
    const wasInDebt = debt(name) > 0;
    if (wasInDebt) runningInDebt++;
    const began = clock();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      ended?.(name, clock() - began);
      leave(name, key, wasInDebt);
    };
  }

  /** Starts at once if the key may. Whoever waits may not, or would have started. */
  function tryEnter(name: string): Leave | undefined {
    const key = keys.get(name) ?? { running: 0, waiting: [] };
    if (running >= atOnce || !mayStart(name, key)) return undefined;
    return start(name, key);
  }

  /** Waits for a turn, and returns what ends it. @throws QueueFull, also when `signal` aborts before the turn */
  async function enter(name: string, signal?: AbortSignal): Promise<Leave> {
    const entered = tryEnter(name);
    if (entered) return entered;
    const key = keys.get(name) ?? { running: 0, waiting: [] };
    if (key.waiting.length >= waiting) throw new QueueFull('Too many are waiting.');
    keys.set(name, key);

    const { promise, resolve, reject } = Promise.withResolvers<Leave>();
    const giveUp = () => {
      const at = key.waiting.indexOf(resolve);
      if (at < 0) return;
      key.waiting.splice(at, 1);
      if (key.running === 0 && key.waiting.length === 0) keys.delete(name);
      reject(new QueueFull('The turn did not come in time.', { cause: signal?.reason }));
    };
    key.waiting.push(resolve);
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  return {
    tryEnter,
    enter,
    /** How many are running and waiting, and how many may run at once. */
    load: () => ({
      running,
      waiting: [...keys.values()].reduce((sum, key) => sum + key.waiting.length, 0),
      most: atOnce,
    }),
    /**
     * Runs work when it is the key's turn. `signal`, made only for work that has to wait, ends the wait.
     *
     * @throws QueueFull
     */
    async run<T>(name: string, work: (waited: boolean) => Promise<T>, signal?: () => AbortSignal): Promise<T> {
      const entered = tryEnter(name);
      const leave = entered ?? (await enter(name, signal?.()));
      try {
        return await work(!entered);
      } finally {
        leave();
      }
    },
  };
}

export type FairQueue = ReturnType<typeof fairQueue>;
