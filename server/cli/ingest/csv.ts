import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { ENTRY_BYTES, type Entry, toEntry } from './entry.ts';

export interface Column {
  type: 'text' | 'number' | 'flag' | 'json';
  required: boolean;
}

/** The columns of a record type, by name. */
export type Columns = ReadonlyMap<string, Column>;

const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const FLAGS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** The value of a cell by its column's type; an invalid cell stays text, and the portal rejects it. */
function cellValue(cell: string, { type, required }: Column): unknown {
  if (cell === '') return type === 'text' && required ? '' : undefined;
  if (type === 'number') return NUMBER.test(cell.trim()) ? Number(cell) : cell;
  if (type === 'flag') return FLAGS.get(cell.trim().toLowerCase()) ?? cell;
  if (type === 'text') return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

/** The problem with a header, if any. */
function headerProblem(header: string[], columns: Columns) {
  const duplicate = header.find((name, index) => header.indexOf(name) < index);
  if (duplicate) return `duplicate column ${duplicate}`;
  const required = [...columns].filter(([, column]) => column.required).map(([name]) => name);
  const missing = ['externalId', ...required].filter((name) => !header.includes(name));
  return missing.length > 0 ? `missing ${missing.length > 1 ? 'columns' : 'column'} ${missing.join(', ')}` : undefined;
}

class NotUtf8 extends Error {}

/** Decodes UTF-8 and rejects other encodings, whose characters would be stored as question marks. */
async function* strictText(source: AsyncIterable<Buffer>) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of source) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch {
    throw new NotUtf8('is not UTF-8 text; please save it as "CSV UTF-8"');
  }
}

interface Row {
  record: string[];
  info: { lines: number };
}

const OPTIONS = { info: true, relax_column_count: true, skip_empty_lines: true, max_record_size: ENTRY_BYTES };

function toRecord(type: string, header: string[], cells: string[], columns: Columns) {
  const named = new Map(header.map((name, index) => [name, cells[index] ?? '']));
  const values = [...columns].map(([name, column]) => [name, cellValue(named.get(name) ?? '', column)]);
  return { type, externalId: named.get('externalId'), data: Object.fromEntries(values) };
}

/**
 * The rows of a CSV file (RFC 4180) as records of a type. The header names `externalId` and the type's fields; other
 * columns are ignored. An empty cell is a missing value, a list is JSON. Reading stops at the first syntax error.
 */
export async function* csvEntries(file: string, type: string, columns: Columns): AsyncGenerator<Entry> {
  // Errors of the file surface in the parser, which is read below.
  const rows: AsyncIterable<Row> = pipeline(createReadStream(file), strictText, parse(OPTIONS), () => {});
  let header: string[] | undefined;
  let line = 0;
  try {
    for await (const { record: cells, info } of rows) {
      line = info.lines;
      const place = `line ${line}`;
      if (!header) {
        header = cells.map((name) => name.trim());
        const problem = headerProblem(header, columns);
        if (problem) return yield { place, bytes: 0, problem };
      } else if (cells.length !== header.length) {
        const problem = `has ${cells.length} cells where the header has ${header.length}`;
        yield { place, bytes: 0, problem };
      } else {
        const record = toRecord(type, header, cells, columns);
        yield toEntry(place, record, JSON.stringify(record));
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof NotUtf8)) throw error;
    const problem = `${error.message}; the rest of the file was not read`;
    yield { place: error instanceof CsvError ? `line ${error.lines}` : `after line ${line}`, bytes: 0, problem };
  }
}
