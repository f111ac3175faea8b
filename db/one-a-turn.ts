/**
 * Returns a function to await before a step of work. In each turn of the event loop one of those who wait goes on, first
 * come first served: immediates alone would let all of them go on in the same turn.
 */
export function oneATurn() {
  const waiting: (() => void)[] = [];

  function advance() {
    const next = waiting.shift();
    if (waiting.length > 0) setImmediate(advance);
    next?.();
  }

  return () =>
    new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(advance);
    });
}
