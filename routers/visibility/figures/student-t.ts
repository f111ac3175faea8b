/**
 * The probability of |t| ≤ √df · tan(angle): the finite series of M. Abramowitz and I. A. Stegun, Handbook of
 * Mathematical Functions (1964), 26.7.3 and 26.7.4, exact for whole degrees of freedom.
 */
function probabilityWithin(angle: number, df: number) {
  const isOdd = df % 2 === 1;
  const square = Math.cos(angle) ** 2;
  let term = isOdd ? Math.cos(angle) : 1;
  let sum = 0;
  for (let at = isOdd ? 3 : 2; at <= df; at += 2) {
    sum += term;
    term *= (square * (at - 1)) / at;
  }
  const series = Math.sin(angle) * sum;
  return isOdd ? (2 / Math.PI) * (angle + series) : series;
}

/** Halvings of a quarter circle after which the angle is as exact as numbers are. */
const HALVINGS = 60;

/** The quantile of Student's t distribution of whole degrees of freedom, from 1; `probability` is over a half. */
export function tQuantile(probability: number, df: number) {
  let [low, high] = [0, Math.PI / 2];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2;
    if (probabilityWithin(middle, df) < 2 * probability - 1) low = middle;
    else high = middle;
  }
  return Math.sqrt(df) * Math.tan((low + high) / 2);
}
