/** By time zone: making one costs more than a thousand uses. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** A moment by the clock of a time zone, `2026-02-15 14:05:00`. */
export function localTime(at: Date, timeZone: string): string {
  const known =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, known);
  return known.format(at);
}

const offsets = new Map<string, Intl.DateTimeFormat>();

/** The offset of a time zone at a moment, `+02:00`. */
export function offsetOf(timeZone: string, at: Date): string {
  const known = offsets.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  offsets.set(timeZone, known);
  return /[+-]\d\d:\d\d$/.exec(known.format(at))?.[0] ?? '+00:00';
}
