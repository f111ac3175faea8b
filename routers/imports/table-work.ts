import '../../flow/low-priority.ts';
import { Refused } from '../../flow/json.ts';
import { readTable, type Table, type TableBounds } from './table.ts';

/** The text of a file of rows. */
interface TableTask {
  file: string;
  bounds: TableBounds;
}

/** Parses a file, a large one on the body thread; or returns the reason to refuse it. */
export function tableOrRefusal({ file, bounds }: TableTask): Table | { refused: string } {
  try {
    return readTable(file, bounds);
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    throw error;
  }
}
