/**
 * A figure as people see it: at most one decimal, halves upward. Figures that are shown beside each other are computed
 * from what is shown, so that they add up.
 */
export const oneDecimal = (value: number) => Math.round(value * 10) / 10 + 0;

/** The mean of scores of one decimal, exact before it is rounded; null of none. */
export function meanScore(scores: number[]): number | null {
  if (scores.length === 0) return null;
  const tenths = scores.reduce((sum, score) => sum + Math.round(score * 10), 0);
  return Math.round(tenths / scores.length) / 10;
}

/** A part of a whole in percent, of at most one decimal; the whole is not 0. */
export const percent = (part: number, whole: number) => Math.round((part * 1000) / whole) / 10 + 0;
