import { LRUCache } from 'lru-cache';

interface Bounds {
  /** Milliseconds of each turn that do not count. */
  freeMs: number;
  /** Debt in milliseconds above which a key is over its share. */
  limitMs: number;
  /** Milliseconds of debt forgiven for each that passes. */
  forgivenPerMs: number;
  /** The greatest debt in milliseconds, so that a key recovers. */
  maxDebtMs: number;
}

const BOUNDS: Bounds = { freeMs: 20, limitMs: 100, forgivenPerMs: 0.5, maxDebtMs: 400 };

const CLIENTS = 5000;

/**
 * Debts of time that clients run up with long turns at the database. Short turns are free, however many: they slow
 * nobody, while a few long ones at once take all processors of the database.
 */
export function longTurns(
  { freeMs, limitMs, forgivenPerMs, maxDebtMs }: Bounds = BOUNDS,
  now = () => performance.now(),
) {
  const accounts = new LRUCache<string, { taken: number; at: number }>({ max: CLIENTS });
  const taken = (key: string) => {
    const account = accounts.get(key);
    return account ? Math.max(0, account.taken - forgivenPerMs * (now() - account.at)) : 0;
  };
  return {
    /** Counts a turn that took this many milliseconds. */
    add(key: string, milliseconds: number) {
      if (milliseconds <= freeMs) return;
      accounts.set(key, { taken: Math.min(taken(key) + milliseconds - freeMs, maxDebtMs), at: now() });
    },
    /** The milliseconds that the key has lately taken, where they are more than its share; else 0. */
    debtOf(key: string) {
      const own = taken(key);
      return own > limitMs ? own : 0;
    },
  };
}
