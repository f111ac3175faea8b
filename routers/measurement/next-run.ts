import type { measurements } from '../../db/schema/index.ts';
import { zoneInUse } from '../../db/time-zone.ts';
import { minutes } from '../../server/durations.ts';
import { formatDateIn } from '../values/date-formats.ts';
import { plusDays, todayIn } from '../values/days.ts';

/** When runs begin, by the clock of the organization. */
export type Schedule = Pick<typeof measurements.$inferSelect, 'every' | 'weekday' | 'day' | 'hour'>;

/** From Monday, 1. */
const weekdayOf = (day: string) => ((new Date(day).getUTCDay() + 6) % 7) + 1;

const isDue = ({ every, weekday, day }: Schedule, date: string) =>
  every === 'day' || (every === 'week' ? weekdayOf(date) === weekday : Number(date.slice(8)) === day);

/** No clock is further from UTC; clocks are put forward and back by whole quarters of an hour. */
const FARTHEST = minutes(15 * 60);
const STEP = minutes(15);

/** The first moment of a day at or after an hour of its clock, which a change to summer time may skip. */
function momentOf(date: string, hour: number, timezone: string): Date {
  const guess = Date.parse(date) + minutes(60 * hour);
  for (let at = guess - FARTHEST; at <= guess + FARTHEST; at += STEP) {
    const moment = new Date(at);
    if (todayIn(timezone, moment) === date && Number(formatDateIn('en', timezone, 'hour', moment)) >= hour)
      return moment;
  }
  // A day that the place has skipped.
  return new Date(guess);
}

/** The next time that a schedule begins a run, after a moment. */
export function nextRunAfter(schedule: Schedule, timezone: string, after = new Date()): Date {
  const zone = zoneInUse(timezone);
  let date = todayIn(zone, after);
  for (;;) {
    const moment = isDue(schedule, date) ? momentOf(date, schedule.hour, zone) : undefined;
    if (moment && moment > after) return moment;
    date = plusDays(date, 1);
  }
}
