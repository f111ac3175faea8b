import { type Column, cellValue } from '../../server/csv/cells.ts';
import { withoutGroups } from './grouped-numbers.ts';

const GERMAN_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const NAIVE_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?(?:\.\d+)?(?: ?UTC)?$/;
const CLOCK = /^(\d+):([0-5]\d):([0-5]\d)$/;

/** A day as other tools write it: `20260214`, `14.2.2026`, or the beginning of a time. */
function dayOf(cell: string): string {
  const text = cell.trim();
  const [, compact] = /^(\d{8})$/.exec(text) ?? [];
  if (compact) return `${compact.slice(0, 4)}-${compact.slice(4, 6)}-${compact.slice(6)}`;
  const [, day = '', month = '', year] = GERMAN_DAY.exec(text) ?? [];
  if (year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) ? text.slice(0, 10) : text;
}

/** A time; one without an offset is in UTC, a day alone its noon. */
function momentOf(cell: string): string {
  const day = dayOf(cell);
  const [, date, clock, seconds = ':00'] = NAIVE_TIME.exec(cell.trim()) ?? [];
  if (date) return `${date}T${clock}${seconds}Z`;
  return /^\d{4}-\d\d-\d\d$/.test(day) && cell.trim().length <= 10 ? `${day}T12:00:00Z` : cell.trim();
}

/** A number without its per cent sign, and the seconds of a duration such as `0:01:36`. */
function plainNumber(cell: string): string {
  const [, hours, minutes, seconds] = CLOCK.exec(cell.trim()) ?? [];
  if (hours) return String(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
  return cell.replace(/\s*%\s*$/, '');
}

/** The value of a cell for a field, in any form that has one meaning; others stay text, and the record is rejected. */
export function tidyValue(
  cell: unknown,
  column: Column,
  { delimiter, grouped }: { delimiter: string | null; grouped: boolean },
): unknown {
  if (typeof cell !== 'string') return cell;
  if (cell.trim() === '') return undefined;
  if (column.type === 'day') return dayOf(cell);
  if (column.type === 'moment') return momentOf(cell);
  if (column.type !== 'number') return cellValue(cell, column, delimiter ?? ',');
  return cellValue(plainNumber(grouped ? withoutGroups(cell) : cell), column, delimiter ?? ',');
}
