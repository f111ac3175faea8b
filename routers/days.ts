import { sql } from 'drizzle-orm';
import { invalid } from '../server/errors.ts';

// A day is text, `YYYY-MM-DD`, and means the day as the client's own calendar has it.

const DAY = 86_400_000;

/** The day that it is where the client lives. */
export const todayIn = (timezone: string, now = new Date()) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    now,
  );

export const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** Days from the first to the last, both counted. */
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;

/** The moment at which a day begins where the client lives, for the database. */
export const dayStart = (day: string, timezone: string, plus = 0) =>
  sql`((${day}::date + ${plus}::int)::timestamp at time zone ${timezone})`;

/** Days from `from` to `to`, both within. */
export interface DayRange {
  from: string;
  to: string;
}

export const PERIOD = { days: 30, atMost: 366 };

/**
 * The days that an answer is about, and as many before them to compare with. Without `to` the period ends with the last
 * full day where the client lives; without `from` it has 30 days.
 *
 * @throws VALIDATION_ERROR when `from` lies after `to`, or over 366 days before it
 */
export function periodOf(asked: { from?: string | undefined; to?: string | undefined }, timezone: string) {
  const to = asked.to ?? plusDays(todayIn(timezone), -1);
  const from = asked.from ?? plusDays(to, 1 - PERIOD.days);
  const days = daysBetween(from, to);
  if (days < 1) throw invalid('from', 'must not lie after the end of the period');
  if (days > PERIOD.atMost) throw invalid('from', `must not lie more than ${PERIOD.atMost} days before the end`);
  return { period: { from, to }, before: { from: plusDays(from, -days), to: plusDays(from, -1) }, days };
}

/** The first day of the month, quarter or year that a day lies in, and of the one after it. */
export function calendarPeriod(day: string, months: number) {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const first = Math.floor((month - 1) / months) * months;
  const start = (at: number) => new Date(Date.UTC(year, at, 1)).toISOString().slice(0, 10);
  return { from: start(first), until: start(first + months) };
}
