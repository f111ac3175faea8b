import type { RateName } from './rates.ts';

/** Hits of a key in its present window. */
export interface HitCount {
  hits: number;
  /** Milliseconds to the end of the window. */
  left: number;
}

/**
 * Counts hits in fixed windows that open with the first of them. Windows in milliseconds. Every process of a deployment
 * sees the same counts, unless the counter is the one in memory.
 */
export interface Counter {
  /** Adds a hit and says where the count stands; of many at once each is counted. */
  hit: (key: string, window: number) => Promise<HitCount>;
  /** Says where the count stands. */
  look: (key: string, window: number) => Promise<HitCount>;
}

/** The name of a counter: what is limited, and for whom. */
export const counterKey = (name: RateName, by: string) => `${name}:${by}`;
