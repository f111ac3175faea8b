/** Rounds to one decimal, halves up. Compute differences from rounded figures, so that displayed figures add up. */
export const oneDecimal = (value: number) => Math.round(value * 10) / 10 + 0;

/** Rounds to two decimals, halves up: as decimal numbers, so that 4.345, which is a little less in binary, is 4.35. */
export const twoDecimals = (value: number) => Math.round(Number((value * 100).toPrecision(15))) / 100;

/** The mean of scores with one decimal, rounded once, halves up; null for an empty list. */
export function meanScore(scores: number[]): number | null {
  if (scores.length === 0) return null;
  const tenths = scores.reduce((sum, score) => sum + Math.round(score * 10), 0);
  return Math.round(tenths / scores.length) / 10;
}

/** A share in percent with one decimal; `whole` must not be 0. */
export const percent = (part: number, whole: number) => Math.round((part * 1000) / whole) / 10 + 0;
