import { yieldWhenDue } from '../../flow/yield.ts';
import type { TableRow } from './table.ts';

/** `1.234`, `12.345.678,9`: every dot is followed by exactly three digits. */
const GROUPED = /^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;

const numberIn = (cell: string) => cell.replace(/\s*%\s*$/, '').trim();

const isGrouped = (cell: string) => GROUPED.test(numberIn(cell));

/**
 * Whether dots group thousands in a file whose cells are separated by semicolons: there are dots in its numbers, and
 * none of them can be a decimal point. `1.234` alone would be both; one `0.5` or `12.25` in any row decides.
 */
export async function dotsGroup(rows: readonly string[], numeric: readonly number[]): Promise<boolean> {
  let grouped = false;
  for (const text of rows) {
    await yieldWhenDue();
    if (!text.includes('.')) continue;
    const { cells = [] } = JSON.parse(text) as TableRow;
    for (const at of numeric) {
      const cell = cells[at];
      if (cell === undefined || !/^-?\d[\d.]*(?:,\d+)?$/.test(numberIn(cell)) || !cell.includes('.')) continue;
      if (!isGrouped(cell)) return false;
      grouped = true;
    }
  }
  return grouped;
}

/** A number without the dots that group its thousands; anything else as it is. */
export const withoutGroups = (cell: string) => (isGrouped(cell) ? cell.replaceAll('.', '') : cell);
