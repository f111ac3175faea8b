import { createReadStream } from 'node:fs';
import { type Columns, cellValue } from '../../../server/csv/cells.ts';
import { csvRows, UnreadableCsv } from '../../../server/csv/rows.ts';
import { ENTRY_BYTES, type Entry, toEntry } from './entry.ts';

/** The problem with a header, if any. */
function headerProblem(header: string[], columns: Columns) {
  const duplicate = header.find((name, index) => name !== '' && header.indexOf(name) < index);
  if (duplicate) return `duplicate column ${duplicate}`;
  const required = [...columns].filter(([, column]) => column.required).map(([name]) => name);
  const missing = ['externalId', ...required].filter((name) => !header.includes(name));
  if (missing.length === 0) return undefined;
  const hint = header.length > 1 ? '' : '; cells are separated by a comma, semicolon, tab or |';
  return `missing ${missing.length > 1 ? 'columns' : 'column'} ${missing.join(', ')}${hint}`;
}

function toRecord(type: string, header: string[], cells: string[], columns: Columns, delimiter: string) {
  const named = new Map(header.map((name, index) => [name, cells[index] ?? '']));
  const values = [...columns].map(([name, column]) => [name, cellValue(named.get(name) ?? '', column, delimiter)]);
  return { type, externalId: named.get('externalId'), data: Object.fromEntries(values) };
}

/** Whether a row has a cell for each column, and no value beside them. */
const fits = (cells: string[], { length }: string[]) =>
  cells.length >= length && cells.slice(length).every((cell) => cell.trim() === '');

/**
 * The rows of a CSV file as records of a type. The header names `externalId` and the type's fields; other columns are
 * ignored. An empty cell is a missing value, a list is JSON. Reading stops at the first syntax error.
 */
export async function* csvEntries(file: string, type: string, columns: Columns): AsyncGenerator<Entry> {
  let header: string[] | undefined;
  try {
    for await (const { cells, line, delimiter } of csvRows(createReadStream(file), ENTRY_BYTES)) {
      const place = `line ${line}`;
      if (!header) {
        header = cells.map((name) => name.trim());
        const problem = headerProblem(header, columns);
        if (problem) return yield { place, bytes: 0, problem };
      } else if (!fits(cells, header)) {
        const problem = `has ${cells.length} cells where the header has ${header.length}`;
        yield { place, bytes: 0, problem };
      } else {
        const record = toRecord(type, header, cells, columns, delimiter);
        yield toEntry(place, record, JSON.stringify(record));
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    const place = error.message.startsWith('is not') ? `after line ${error.line ?? 0}` : `line ${error.line}`;
    yield { place, bytes: 0, problem: `${error.message}; the rest of the file was not read` };
  }
}
