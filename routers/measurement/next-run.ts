import type { measurements } from '../../db/schema/index.ts';
import { zoneInUse } from '../../db/time-zone.ts';
import { plusDays, todayIn } from '../values/days.ts';
import { momentOfHour, weekdayOf } from '../values/moment-of-hour.ts';

/** When runs begin, by the clock of the organization. */
export type Schedule = Pick<typeof measurements.$inferSelect, 'every' | 'weekday' | 'day' | 'hour'>;

const isDue = ({ every, weekday, day }: Schedule, date: string) =>
  every === 'day' || (every === 'week' ? weekdayOf(date) === weekday : Number(date.slice(8)) === day);

/** The next time that a schedule begins a run, after a moment. */
export function nextRunAfter(schedule: Schedule, timezone: string, after = new Date()): Date {
  const zone = zoneInUse(timezone);
  let date = todayIn(zone, after);
  for (;;) {
    const moment = isDue(schedule, date) ? momentOfHour(date, schedule.hour, zone) : undefined;
    if (moment && moment > after) return moment;
    date = plusDays(date, 1);
  }
}
