import { formatDateIn } from '../values/date-formats.ts';
import { plusDays, todayIn } from '../values/days.ts';
import { zonedHour } from '../values/zoned-hour.ts';
import type { AlertRow } from './shapes.ts';

/** When a mail may be sent: now, or at the end of the quiet hours by the clock of the organization. */
export function whenToTell(
  { quietFrom, quietTo }: Pick<AlertRow, 'quietFrom' | 'quietTo'>,
  timezone: string,
  now: Date,
) {
  if (quietFrom === null || quietTo === null) return now;
  const hour = Number(formatDateIn('en', timezone, 'hour', now));
  const isOverMidnight = quietFrom > quietTo;
  const isQuiet = isOverMidnight ? hour >= quietFrom || hour < quietTo : hour >= quietFrom && hour < quietTo;
  if (!isQuiet) return now;
  const today = todayIn(timezone, now);
  const day = hour < quietTo ? today : plusDays(today, 1);
  return new Date(zonedHour(`${day}T${String(quietTo).padStart(2, '0')}`, timezone));
}
