import { LRUCache } from 'lru-cache';

interface Bounds {
  /** Milliseconds of each turn that do not count. */
  free: number;
  /** Milliseconds on the account above which a key is over its share. */
  most: number;
  /** Milliseconds that leave the account in one of time. */
  forgotten: number;
  /** Milliseconds on an account at most, so that a key recovers. */
  deepest: number;
}

const BOUNDS: Bounds = { free: 20, most: 100, forgotten: 0.5, deepest: 400 };

const CLIENTS = 5000;

/**
 * Accounts of the time that clients take in long turns at the database. Short turns are free, however many: they slow
 * nobody, while a few long ones at once take all processors of the database.
 */
export function longTurns({ free, most, forgotten, deepest }: Bounds = BOUNDS, now = () => performance.now()) {
  const accounts = new LRUCache<string, { taken: number; at: number }>({ max: CLIENTS });
  const taken = (key: string) => {
    const account = accounts.get(key);
    return account ? Math.max(0, account.taken - forgotten * (now() - account.at)) : 0;
  };
  return {
    /** Counts a turn that took this many milliseconds. */
    add(key: string, milliseconds: number) {
      if (milliseconds <= free) return;
      accounts.set(key, { taken: Math.min(taken(key) + milliseconds - free, deepest), at: now() });
    },
    /** The milliseconds that the key has lately taken, where they are more than its share; else 0. */
    debtOf(key: string) {
      const own = taken(key);
      return own > most ? own : 0;
    },
  };
}
