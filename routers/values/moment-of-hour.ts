import { minutes } from '../../server/durations.ts';
import { formatDateIn } from './date-formats.ts';
import { todayIn } from './days.ts';

/** No clock is further from UTC; clocks are put forward and back by whole quarters of an hour. */
const FARTHEST = minutes(15 * 60);
const STEP = minutes(15);

/** The first moment of a day at or after an hour of its clock, which a change to summer time may skip. */
export function momentOfHour(date: string, hour: number, timezone: string): Date {
  const guess = Date.parse(date) + minutes(60 * hour);
  for (let at = guess - FARTHEST; at <= guess + FARTHEST; at += STEP) {
    const moment = new Date(at);
    if (todayIn(timezone, moment) === date && Number(formatDateIn('en', timezone, 'hour', moment)) >= hour)
      return moment;
  }
  // A day that the place has skipped.
  return new Date(guess);
}

/** The day of the week, from Monday, 1. */
export const weekdayOf = (day: string) => ((new Date(day).getUTCDay() + 6) % 7) + 1;
