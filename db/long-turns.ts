import { LRUCache } from 'lru-cache';

interface Bounds {
  /** Milliseconds of each turn that do not count. */
  free: number;
  /** Milliseconds on the account above which a key is over its share. */
  most: number;
  /** Milliseconds that leave the account in one of time. */
  forgotten: number;
}

const BOUNDS: Bounds = { free: 20, most: 100, forgotten: 0.5 };

/** At most this many times `most` is on an account, so that a key recovers within seconds. */
const DEEPEST = 4;

const CLIENTS = 5000;

/**
 * Accounts of the time that clients take in long turns at the database. Short turns are free, however many: they slow
 * nobody, while a few long ones at once take all processors of the database.
 */
export function longTurns({ free, most, forgotten }: Bounds = BOUNDS, now = () => performance.now()) {
  const accounts = new LRUCache<string, { taken: number; at: number }>({ max: CLIENTS });
  const taken = (key: string) => {
    const account = accounts.get(key);
    return account ? Math.max(0, account.taken - forgotten * (now() - account.at)) : 0;
  };
  return {
    /** Counts a turn that took this many milliseconds. */
    add(key: string, milliseconds: number) {
      if (milliseconds <= free) return;
      accounts.set(key, { taken: Math.min(taken(key) + milliseconds - free, DEEPEST * most), at: now() });
    },
    /** Whether the key has lately taken more than its share. */
    isOver: (key: string) => taken(key) > most,
  };
}
