import './low-priority.ts';
import { decode, Refused, RefusedRow, type RowBounds, readRowsOf, readValue } from './json.ts';
import { apart, type Parts } from './json-parts.ts';

/** A body as it arrived, and how it is to be read: as one value, as a list of rows, or as a row on each line. */
export interface BodyTask {
  chunks: Uint8Array[];
  as: 'value' | 'rows' | 'lines';
  bounds: RowBounds;
}

/** What the thread answers: rows as one text of JSON each, or the reason to refuse one. */
export type BodyAnswer =
  | { refused: string }
  | { parts: Parts; faults: Record<string, string> }
  | { rows: (string | RefusedRow)[] };

/** Decodes, parses and checks a body, on the body thread. */
export function readBody({ chunks, as, bounds }: BodyTask): BodyAnswer {
  try {
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
