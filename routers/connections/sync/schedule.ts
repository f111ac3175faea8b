import { hash } from 'node:crypto';
import { hours, minutes, seconds } from '../../../server/durations.ts';
import { plusDays, todayIn } from '../../values/days.ts';
import { zonedHour } from '../../values/zoned-hour.ts';

/** The hour of the organization after which a day is read, and over how long connections are spread. */
const DAILY = { hour: '03', spread: hours(2) };

/** Pauses before another try of what may pass by itself; after the last the failure is told. */
const PAUSES = [seconds(5), seconds(30), minutes(2)];

/** The days that tools may still change, the last full one included. */
export const CHANGING_DAYS = 3;

/** How many days of the past a turn reads, how far it reaches, and how long it rests when a limit is used up. */
export const PAST = { daysATurn: 15, months: 16, pauseSeconds: 3600 };

/** The first day of the past. */
export function pastStart(today: string) {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - PAST.months, day)).toISOString().slice(0, 10);
}

/** When a connection is read next by its organization's clock: the same minute each night, different for each. */
export function nextDaily(timezone: string, connectionId: string, now = new Date()): Date {
  const part = Number.parseInt(hash('sha256', connectionId).slice(0, 8), 16) / 0xffffffff;
  const on = (day: string) => new Date(Date.parse(zonedHour(`${day}T${DAILY.hour}`, timezone)) + part * DAILY.spread);
  const today = todayIn(timezone, now);
  const first = on(today);
  return first > now ? first : on(plusDays(today, 1));
}

/** The pause before another try after this many failures in a row; undefined when it is time to tell. */
export const pauseAfterFailures = (failures: number): number | undefined => PAUSES[failures - 1];
