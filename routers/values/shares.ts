/**
 * The share of each part in percent with one decimal, adding up to exactly 100 (largest remainder method). All null if
 * the sum is 0.
 */
export function shares(parts: number[]): (number | null)[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  if (whole === 0) return parts.map(() => null);

  const exact = parts.map((part) => (part / whole) * 1000);
  const tenths = exact.map(Math.floor);
  const left = 1000 - tenths.reduce((sum, part) => sum + part, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) tenths[index] = (tenths[index] ?? 0) + 1;
  return tenths.map((part) => part / 10);
}
