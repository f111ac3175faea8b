import { MONTHS } from '../../../insights/wire.ts';
import { todayIn } from '../../values/days.ts';

/** The first month that the context covers, as `YYYY-MM`: with the current one in the client's time zone, 13. */
export function firstMonth(timezone: string) {
  const [year = 0, month = 1] = todayIn(timezone).split('-').map(Number);
  return new Date(Date.UTC(year, month - MONTHS, 1)).toISOString().slice(0, 7);
}
