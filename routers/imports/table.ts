import { CsvError, parse } from 'csv-parse/sync';
import { Refused } from '../../flow/json.ts';
import { dialectOf } from '../../server/csv/dialect.ts';

/** A row of a file: the cells of CSV, a value of JSON, or why it is neither; and the line that it ends at. */
export interface TableRow {
  line: number;
  cells?: string[];
  value?: unknown;
  error?: string;
}

/** What a file of rows may hold at most. */
export interface TableBounds {
  rows: number;
  columns: number;
  cells: number;
  /** Levels of JSON. */
  depth: number;
}

/** A file of rows: CSV with its delimiter, or JSON, then null. Each row is JSON of a {@link TableRow}. */
export interface Table {
  delimiter: string | null;
  /** The lines before and between its rows that begin with `#`, as Google Analytics writes them. */
  comments: string[];
  rows: string[];
}

const tooMany = (rows: number) => new Refused(`The file holds more than ${rows.toLocaleString('en')} rows.`);

/** A list of JSON, or the list that an object holds, such as `reviews`; undefined for anything else. */
function listIn(text: string): unknown[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (Array.isArray(value)) return value;
  const lists = Object.values(value as object).filter(Array.isArray);
  return lists.length === 1 ? lists[0] : [value];
}

const nestedIn = (values: unknown[]) => values.filter((value) => typeof value === 'object' && value !== null);

/** Whether a value of JSON has more levels than these. It iterates: the sender chooses the depth. */
function isDeeper(value: unknown, levels: number): boolean {
  let level = nestedIn([value]);
  for (let at = 0; at < levels && level.length > 0; at++)
    level = level.flatMap((one) => nestedIn(Object.values(one as object)));
  return level.length > 0;
}

function jsonTable(text: string, { rows: most, depth }: TableBounds): Table {
  // As everywhere, depth is counted from the body: a row is a record of it, or the data of one.
  const rowOf = (line: number, value: unknown) =>
    JSON.stringify(
      isDeeper(value, depth - 2) ? { line, error: `The row is nested deeper than ${depth} levels.` } : { line, value },
    );
  const list = listIn(text);
  const rows = list?.map((value, at) => rowOf(at + 1, value)) ?? [];
  if (!list)
    for (const [at, line] of text.split('\n').entries()) {
      if (line.trim() === '') continue;
      try {
        rows.push(rowOf(at + 1, JSON.parse(line)));
      } catch {
        rows.push(JSON.stringify({ line: at + 1, error: 'The line is not valid JSON.' }));
      }
    }
  if (rows.length > most) throw tooMany(most);
  return { delimiter: null, comments: [], rows };
}

// Not a column that is named so, as `#` or `#,date`.
const COMMENT = /^#(?:[ -].*)?$/;

/** Blanks the lines of comments, so that rows keep their lines. */
function withoutComments(text: string) {
  if (!text.startsWith('#')) return { plain: text, comments: [] };
  const comments: string[] = [];
  const lines = text.split('\n').map((line) => {
    if (!COMMENT.test(line.trimEnd())) return line;
    comments.push(line.trim());
    return '';
  });
  return { plain: lines.join('\n'), comments };
}

const FIRST_LINES = 20;

const QUOTED = 300;

/** The dialect of the first lines that have a delimiter: titles may stand above the header. */
function dialectIn(text: string) {
  const lines = text
    .slice(0, 64 * 1024)
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, FIRST_LINES);
  const first = lines.find((line) => /^sep=/i.test(line) || /[,;\t|]/.test(line.replaceAll(/"[^"]*"?/g, '')));
  return dialectOf(first ?? '');
}

function csvTable(text: string, { rows: most, columns, cells: mostCells }: TableBounds): Table {
  const { plain, comments } = withoutComments(text);
  const { delimiter, hasChoice } = dialectIn(plain);
  const rows: string[] = [];
  let cells = 0;
  // The parser counts a line end of two characters twice inside quotes.
  let twice = 0;
  let skip = hasChoice;
  const take = (record: string[], lines: number) => {
    twice += record.reduce((sum, cell) => sum + cell.split('\r\n').length - 1, 0);
    cells += record.length;
    if (record.length > columns) throw new Refused(`The file has more than ${columns.toLocaleString('en')} columns.`);
    if (cells > mostCells) throw new Refused(`The file has more than ${mostCells.toLocaleString('en')} cells.`);
    if (rows.length > most) throw tooMany(most);
    const isEmpty = record.every((cell) => cell.trim() === '');
    if (!skip && !isEmpty) rows.push(JSON.stringify({ line: lines - twice, cells: record } satisfies TableRow));
    skip = false;
    return null;
  };
  try {
    parse(plain, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (record: unknown, { lines }) => take(record as string[], lines),
    });
  } catch (error) {
    // The parser quotes the cell, which may be as long as the file.
    if (error instanceof CsvError)
      throw new Refused(`Line ${Number(error.lines) - twice}: ${error.message.slice(0, QUOTED)}`);
    throw error;
  }
  return { delimiter, comments, rows };
}

/** Reads a file of rows: CSV, NDJSON or a JSON list, whichever it is. @throws Refused */
export function readTable(file: string, bounds: TableBounds): Table {
  const text = file.replace(/^\ufeff/, '');
  return /^\s*[[{]/.test(text) ? jsonTable(text, bounds) : csvTable(text, bounds);
}
