import { ZONE } from './calendar.ts';
import { wobble } from './chance.ts';

const DAYS = 56;
const HOUR = 3600 * 1000;

/** Traffic by weekday, Monday first: people look for a dentist early in the week. */
export const WEEK = [1.18, 1.12, 1.05, 1.02, 0.88, 0.58, 0.62];

// By local hour, with peaks in the morning break and the late evening.
const CLOCK = [1, 0.5, 0.3, 0.2, 0.3, 0.8, 2, 4, 6.5, 8.5, 9, 8, 7.5, 7, 6.8, 6.5, 6, 5.5, 5.8, 7, 8, 7.2, 5, 2.5];

const clock = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, hour: 'numeric', hourCycle: 'h23', weekday: 'short' });
const SHORT = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The last full hours in the practice's time zone. */
export function demoHours(now: Date) {
  const last = Math.floor(now.getTime() / HOUR) - 1;
  return Array.from({ length: DAYS * 24 }, (_, ago) => {
    const at = new Date((last - ago) * HOUR);
    const parts = clock.formatToParts(at);
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
    const level = 1.42 * (CLOCK[Number(part('hour'))] ?? 0) * (WEEK[SHORT.indexOf(part('weekday'))] ?? 1);
    return {
      externalId: `demo-hour-${at.toISOString()}`,
      at,
      sessions: Math.max(0, Math.round(level * (1 + 0.35 * wobble(last - ago)))),
    };
  });
}
