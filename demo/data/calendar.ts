const DAY = 24 * 3600 * 1000;

/** The time zone of the demo organization. */
export const ZONE = 'America/New_York';

const inZone = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, year: 'numeric', month: '2-digit', day: '2-digit' });

/** The local date `days` before today; negative for future days. */
export const daysAgo = (now: Date, days: number) =>
  new Date(Date.parse(inZone.format(now)) - days * DAY).toISOString().slice(0, 10);

/** The weekday, 0 for Monday. */
export const weekday = (day: string) => (new Date(day).getUTCDay() + 6) % 7;

/** The full hour this many days and hours before now. */
export function momentAgo(now: Date, days: number, hours = 0) {
  const hour = Math.floor(now.getTime() / 3_600_000) - hours;
  return new Date(hour * 3_600_000 - days * DAY);
}
