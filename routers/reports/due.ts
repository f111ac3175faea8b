import type { reportSchedules } from '../../db/schema/index.ts';
import { zoneInUse } from '../../db/time-zone.ts';
import { calendarPeriod, type DayRange, plusDays, todayIn } from '../values/days.ts';
import { momentOfHour, weekdayOf } from '../values/moment-of-hour.ts';

/** When reports are due, by the clock of a client. */
export type Times = Pick<typeof reportSchedules.$inferSelect, 'every' | 'day' | 'hour'>;

/** An hour at which reports are due, and its day by the clock of the client. */
export interface Due {
  at: Date;
  day: string;
}

const isFirstOfQuarter = (date: string) => Number(date.slice(5, 7)) % 3 === 1;

const isDueDay = ({ every, day }: Times, date: string) =>
  every === 'week'
    ? weekdayOf(date) === day
    : Number(date.slice(8)) === day && (every === 'month' || isFirstOfQuarter(date));

function search(times: Times, timezone: string, { from, step }: { from: Date; step: 1 | -1 }): Due {
  const zone = zoneInUse(timezone);
  for (let day = todayIn(zone, from); ; day = plusDays(day, step)) {
    const at = isDueDay(times, day) ? momentOfHour(day, times.hour, zone) : undefined;
    if (at && (step === 1 ? at > from : at <= from)) return { at, day };
  }
}

/** The next due hour after a moment. */
export const dueAfter = (times: Times, timezone: string, from: Date) => search(times, timezone, { from, step: 1 });

/** The latest due hour that a moment has reached. */
export const dueUpTo = (times: Times, timezone: string, from: Date) => search(times, timezone, { from, step: -1 });

const MONTHS = { month: 1, quarter: 3 };

/** The last full calendar week, month or quarter before a day. */
export function periodBefore(day: string, kind: Times['every']): DayRange {
  if (kind === 'week') {
    const to = plusDays(day, -weekdayOf(day));
    return { from: plusDays(to, -6), to };
  }
  const to = plusDays(calendarPeriod(day, MONTHS[kind]).from, -1);
  return { from: calendarPeriod(to, MONTHS[kind]).from, to };
}
