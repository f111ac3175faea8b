import { type SQL, sql } from 'drizzle-orm';
import { invalid } from '../../server/errors.ts';
import { formatDateIn } from './date-formats.ts';

// A day is text, `YYYY-MM-DD`, in the client's time zone.

const DAY = 86_400_000;

/** Today in the client's time zone. @throws RangeError for an unknown one */
export const todayIn = (timezone: string, now = new Date()) => formatDateIn('en-CA', timezone, 'day', now);

export const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** The number of days from the first to the last, both included. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;

/**
 * SQL for the start of a day in the client's time zone, `plus` days later. Where clocks go back to midnight, it is the
 * first of the two midnights; PostgreSQL takes the second one.
 */
export function dayStart(day: string | SQL, timezone: string | SQL, plus = 0) {
  const midnight = sql`(${day}::date + ${sql.raw(String(plus))})::timestamp`;
  // By the clock of the evening before: not yet put back.
  const first = sql`((${midnight} - interval '3 hours') at time zone ${timezone}::text + interval '3 hours')`;
  return sql`(case when ${first} at time zone ${timezone}::text = ${midnight} then ${first} else ${midnight} at time zone ${timezone}::text end)`;
}

/** The start of the day of a placeholder, in the time zone of the placeholder `timezone`; null without a day. */
export const placedDayStart = (day: string, plus = 0) =>
  sql`(select ${dayStart(sql`asked.day`, sql`asked.zone`, plus)}
    from (values (${sql.placeholder(day)}::date, ${sql.placeholder('timezone')}::text)) asked(day, zone))`;

/** The days from `from` to `to`, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** The bounds of the days of the placeholders `from` and `to`. PostgreSQL knows the day after the last of 9999. */
export const ASKED_DAYS = {
  from: sql`${sql.placeholder('from')}::date`,
  until: sql`(${sql.placeholder('to')}::date + 1)`,
};

export const PERIOD = { defaultDays: 30, maxDays: 366 };

/** The period before one: of whole calendar months as many before them, of other days as many days. */
function periodBeforeDays({ from, to }: DayRange, days: number): DayRange {
  const next = plusDays(to, 1);
  if (!from.endsWith('-01') || !next.endsWith('-01')) return { from: plusDays(from, -days), to: plusDays(from, -1) };
  const [year = 0, month = 1] = from.split('-').map(Number);
  const [nextYear = 0, nextMonth = 1] = next.split('-').map(Number);
  // Months since the year 0: the first, less as many as there are up to the next.
  const first = 2 * (12 * year + month - 1) - (12 * nextYear + nextMonth - 1);
  const numbers = [Math.floor(first / 12), (first % 12) + 1].map((number) => String(number).padStart(2, '0'));
  return { from: `${numbers.join('-').padStart(7, '0')}-01`, to: plusDays(from, -1) };
}

/**
 * The requested period, and the one before it: the calendar months before whole months, otherwise as many days. By
 * default it ends yesterday in the client's time zone, has 30 days, and is not taken for a month.
 *
 * @throws VALIDATION_ERROR if `from` is after `to`, or the period has more than 366 days
 */
export function periodOf(requested: { from?: string | undefined; to?: string | undefined }, timezone: string) {
  const to = requested.to ?? plusDays(todayIn(timezone), -1);
  const from = requested.from ?? plusDays(to, 1 - PERIOD.defaultDays);
  const days = daysBetween(from, to);
  if (days < 1) throw invalid('from', 'must not be after the end of the period');
  if (days > PERIOD.maxDays) throw invalid('from', `must not be more than ${PERIOD.maxDays} days before the end`);
  const before =
    requested.from && requested.to
      ? periodBeforeDays({ from, to }, days)
      : { from: plusDays(from, -days), to: plusDays(from, -1) };
  return { period: { from, to }, before, days };
}

/** The first day of the month, quarter or year (1, 3 or 12 months) around a day, and of the next one. */
export function calendarPeriod(day: string, months: number) {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const first = Math.floor((month - 1) / months) * months;
  const startOf = (month: number) => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return { from: startOf(first), until: startOf(first + months) };
}
