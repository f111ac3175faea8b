/** A reproducible pseudorandom number in [-1, 1). */
export function wobble(seed: number) {
  let x = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 31 - 1;
}

/** A reproducible pseudorandom number in [0, 1). */
export const chance = (seed: number) => (wobble(seed) + 1) / 2;

/** A pseudorandom element of a list. */
export const pick = <T>(list: readonly [T, ...T[]], seed: number): T =>
  list[Math.floor(chance(seed) * list.length)] ?? list[0];

/** Splits an integer by weights into integers with the same sum, by the largest remainder method. */
export function split(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const exact = weights.map((weight) => (total * weight) / sum);
  const parts = exact.map(Math.floor);
  const byRemainder = exact.map((share, index) => ({ index, rest: share % 1 })).sort((a, b) => b.rest - a.rest);
  const left = total - parts.reduce((all, part) => all + part, 0);
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}
