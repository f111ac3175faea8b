/** By time zone: making one costs more than a thousand uses. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** A moment by the clock of a time zone, `2026-02-15 14:05:00`. */
export function localTime(at: Date, timeZone: string): string {
  const known =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, known);
  return known.format(at);
}
