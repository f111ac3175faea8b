import { constants, setPriority } from 'node:os';
import { threadId } from 'node:worker_threads';
import { decode, Refused, RefusedRow, type RowBounds, readRowsOf, readValue } from './json.ts';
import { apart, type Parts } from './json-parts.ts';
import { readTable, type Table, type TableBounds } from './table.ts';

// Runs on the body thread. On Linux a priority is that of the thread that asks for it.
if (threadId > 0 && process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** A body as it arrived, and how it is to be read: as one value, as a list of rows, or as a row on each line. */
export interface BodyTask {
  chunks: Uint8Array[];
  as: 'value' | 'rows' | 'lines';
  bounds: RowBounds;
}

/** The text of a file of rows. */
export interface TableTask {
  file: string;
  bounds: TableBounds;
}

/** What the thread answers: rows as one text of JSON each, or the reason to refuse one. */
export type BodyAnswer =
  | { refused: string }
  | { parts: Parts; faults: Record<string, string> }
  | { rows: (string | RefusedRow)[] }
  | { table: Table };

/** Decodes, parses and checks a body, or parses a file. */
export function readBody(task: BodyTask | TableTask): BodyAnswer {
  try {
    if ('file' in task) return { table: readTable(task.file, task.bounds) };
    const { chunks, as, bounds } = task;
    const text = decode(Buffer.concat(chunks));
    if (as === 'value') {
      const { value, faults } = readValue(text, bounds);
      return { parts: apart(value), faults };
    }
    const rows = readRowsOf(text, as === 'lines', bounds);
    if (!Array.isArray(rows)) return { parts: apart(rows), faults: {} };
    return { rows: rows.map((row) => (row instanceof RefusedRow ? { ...row } : JSON.stringify(row))) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    throw error;
  }
}
