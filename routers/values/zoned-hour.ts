import { formatDateIn } from './date-formats.ts';

/** The offset of a time zone at a moment, as `+02:00`. */
const offsetAt = (timeZone: string, moment: Date) =>
  /[+-]\d\d:\d\d$/.exec(formatDateIn('en', timeZone, 'offset', moment))?.[0] ?? '+00:00';

/** An hour by the clock of a time zone, `2026-02-15T14`, as ISO 8601 with its offset. Of two the first. */
export function zonedHour(local: string, timeZone: string) {
  const asUtc = new Date(`${local}:00:00Z`);
  const near = offsetAt(timeZone, asUtc);
  // The offset near the hour may be that of the other side of a change of the clocks.
  const guess = new Date(`${local}:00:00${near}`);
  const offset = offsetAt(timeZone, guess);
  return `${local}:00:00${offset}`;
}

/** Whether a time zone has this offset at the start of a day. */
export const hasOffset = (timeZone: string, day: string, offset: string) =>
  zonedHour(`${day}T00`, timeZone).endsWith(offset);

/** The start of a day by the clock of a time zone, as ISO 8601 with its offset. */
export const dayStartIn = (day: string, timeZone: string) => zonedHour(`${day}T00`, timeZone);
