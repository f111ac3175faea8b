/** The 97.5 % quantile of the standard normal distribution. */
const Z = 1.959963984540054;

/** An interval of fractions, 0–1. */
export interface Interval {
  low: number;
  high: number;
}

/**
 * The 95% score interval of a proportion, without continuity correction: E. B. Wilson, "Probable Inference, the Law of
 * Succession, and Statistical Inference", Journal of the American Statistical Association 22 (1927), 209–212. It stays
 * within 0–1 and is useful for small samples too. `sample` must not be 0.
 */
export function wilsonInterval(share: number, sample: number): Interval {
  const weight = Z ** 2 / sample;
  const middle = (share + weight / 2) / (1 + weight);
  const margin = (Z / (1 + weight)) * Math.sqrt((share * (1 - share)) / sample + weight / (4 * sample));
  // At the ends the formula is exact, and arithmetic is not.
  return {
    low: share === 0 ? 0 : Math.max(0, middle - margin),
    high: share === 1 ? 1 : Math.min(1, middle + margin),
  };
}
