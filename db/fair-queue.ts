interface Bounds {
  /** How many run at once in all. */
  atOnce: number;
  /** How many of one key run at once. */
  perKey: number | ((key: string) => number);
  /** How many of one key may wait. */
  waiting: number;
}

/** A place in the queue: `turn` gives the function that leaves it again; `cancel` gives up waiting. */
export interface Place {
  turn: Promise<() => void>;
  cancel: () => void;
}

interface Key {
  running: number;
  waiting: (() => void)[];
}

/** Thrown when a key has too many waiting. The code is PostgreSQL's for too many connections. */
export class QueueFull extends Error {
  readonly code = '53300';
}

/**
 * A queue in which keys take turns: whoever asks for much waits for itself, not in front of the others. A key with
 * nothing running goes first, then the one that has waited longest since its last turn.
 */
export function fairQueue({ atOnce, perKey, waiting }: Bounds) {
  // In the order of their last turns.
  const keys = new Map<string, Key>();
  const most = typeof perKey === 'number' ? () => perKey : perKey;
  let running = 0;

  function next(): [string, Key] | undefined {
    let best: [string, Key] | undefined;
    for (const entry of keys) {
      const [name, key] = entry;
      if (key.waiting.length === 0 || key.running >= most(name)) continue;
      if (key.running === 0) return entry;
      if (!best || key.running < best[1].running) best = entry;
    }
    return best;
  }

  function advance() {
    while (running < atOnce) {
      const chosen = next();
      if (!chosen) return;
      const [name, key] = chosen;
      keys.delete(name);
      keys.set(name, key);
      running++;
      key.running++;
      key.waiting.shift()?.();
    }
  }

  function leave(name: string, key: Key) {
    running--;
    key.running--;
    if (key.running === 0 && key.waiting.length === 0) keys.delete(name);
    advance();
  }

  /** Asks for a turn. @throws QueueFull */
  function enter(name: string): Place {
    const key = keys.get(name) ?? { running: 0, waiting: [] };
    if (key.waiting.length >= waiting) throw new QueueFull('Too many are waiting.');
    keys.set(name, key);

    const { promise, resolve } = Promise.withResolvers<() => void>();
    let left = false;
    const start = () =>
      resolve(() => {
        if (left) return;
        left = true;
        leave(name, key);
      });
    key.waiting.push(start);
    advance();
    return {
      turn: promise,
      cancel() {
        const at = key.waiting.indexOf(start);
        if (at >= 0) key.waiting.splice(at, 1);
        else promise.then((done) => done());
        if (key.running === 0 && key.waiting.length === 0) keys.delete(name);
      },
    };
  }

  return {
    enter,
    /** Runs work when it is the key's turn. @throws QueueFull */
    async run<T>(name: string, work: () => Promise<T>): Promise<T> {
      const done = await enter(name).turn;
      try {
        return await work();
      } finally {
        done();
      }
    },
  };
}

export type FairQueue = ReturnType<typeof fairQueue>;
