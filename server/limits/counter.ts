/** The hits of a key in its current window. */
export interface Consumed {
  hits: number;
  /** Milliseconds to the end of the window. */
  left: number;
}

/**
 * Counts hits in fixed windows that open with the first hit. Windows in milliseconds. All processes of a deployment
 * share the counts, except in memory.
 */
export interface Counter {
  /** Adds a hit, or as many as it weighs, and returns the count. Simultaneous hits are all counted. */
  consume: (key: string, window: number, weight?: number) => Promise<Consumed>;
  /** Takes a hit back, if its window is still open. */
  refund: (key: string, weight?: number) => Promise<void>;
  /** Returns the count. */
  peek: (key: string, window: number) => Promise<Consumed>;
}
