/** Pseudorandom questions whose own rates come from a Beta distribution (mulberry32, Jöhnk's algorithm). */
export function questions(seed: number, [alpha, beta]: readonly [number, number]) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  function rate(): number {
    const [one, other] = [next() ** (1 / alpha), next() ** (1 / beta)];
    return one + other > 1 || one + other === 0 ? rate() : one / (one + other);
  }
  /** The mentions among answers to a question of this rate. */
  const mentions = (readings: number, of: number) =>
    Array.from({ length: readings }, next).filter((value) => value < of).length;
  return { rate, mentions };
}

/** Distributions of the rates of questions: even, skewed, mostly never or always, and close together. */
export const BETAS = [
  [1, 1],
  [1, 4],
  [0.5, 0.5],
  [4, 6],
] as const;
