import type { FastifyRequest } from 'fastify';
import { yieldWhenDue } from '../../flow/yield.ts';
import type { Columns } from '../../server/csv/cells.ts';
import { PortalError } from '../../server/errors.ts';
import { onBodyThread } from '../../server/http/body.ts';
import { IMPORT_FILE } from '../../server/limits/sizes.ts';
import { findHeader, type MatchedColumn } from './columns.ts';
import { normalized } from './field-names.ts';
import { dotsGroup } from './grouped-numbers.ts';
import { adapted, type KnownExport, recognize } from './known-exports.ts';
import { externalIdOf } from './row-keys.ts';
import type { Table, TableRow } from './table.ts';
import { tableOrRefusal } from './table-work.ts';
import { tidyValue } from './tidy-value.ts';

/** Files up to this many characters are read in place, as small bodies are. */
const SMALL = 64 * 1024;

const TABLE_WORK = { filename: new URL('./table-work.ts', import.meta.url).href, name: 'tableOrRefusal' };

const refused = (sentence: string) => new PortalError('VALIDATION_ERROR', sentence || undefined);

/** Reads a file, a large one on the body thread. @throws VALIDATION_ERROR, SERVICE_UNAVAILABLE */
export async function tableOf(request: FastifyRequest, file: string): Promise<Table> {
  const task = { file, bounds: IMPORT_FILE };
  const isSmall = file.length <= SMALL;
  const answer = isSmall
    ? tableOrRefusal(task)
    : await onBodyThread<ReturnType<typeof tableOrRefusal>>(request, TABLE_WORK, task);
  if ('refused' in answer) throw refused(answer.refused);
  return answer;
}

/** A row of the file: a record, or the reason why it is none. */
export interface ImportRow {
  line: number;
  record: { type: string; externalId: unknown; data: Record<string, unknown> };
  error?: string;
}

interface Source {
  type: string;
  fields: Columns;
  columns: MatchedColumn[];
  delimiter: string | null;
  comments: readonly string[];
  tool: KnownExport | null;
  /** Whether dots group the thousands of its numbers. */
  grouped: boolean;
}

/** The fields that no column of the file holds and that the tool does not know either. */
const missingIn = (data: Record<string, unknown>, { fields, columns }: Source) =>
  [...fields].flatMap(([name, { required }]) =>
    required && data[name] === undefined && !columns.some(({ field }) => field === name) ? [name] : [],
  );

/** Makes a record of the values of a row, in the order of the columns. */
function recordOf(values: unknown[], source: Source): ImportRow['record'] {
  const { type, fields, columns, delimiter, comments, tool, grouped } = source;
  let externalId: unknown;
  const data: Record<string, unknown> = {};
  for (const [at, { field }] of columns.entries()) {
    const column = field === null ? undefined : fields.get(field);
    if (field === 'externalId') externalId = values[at] === '' ? undefined : values[at];
    else if (field !== null && column) data[field] = tidyValue(values[at], column, { delimiter, grouped });
  }
  const cells = new Map(columns.map(({ column }, at) => [normalized(column), String(values[at] ?? '')]));
  const full = tool ? adapted(tool, { type, data, cells, comments }) : data;
  return { type, externalId: externalId ?? externalIdOf(type, full), data: full };
}

/** Rows of totals, which exports of Google Analytics have below the header. */
const isTotal = (values: unknown[], { tool, columns }: Source) =>
  tool === 'google_analytics' &&
  (values.some((cell) => /^grand total$/i.test(String(cell).trim())) ||
    columns.some(({ field }, at) => field === 'date' && String(values[at] ?? '').trim() === ''));

/** The fields of an object of JSON, those within others by both names: `reviewer.displayName`. */
function flat(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  const { data, type: _, ...rest } = value as Record<string, unknown>;
  const all = typeof data === 'object' && data !== null && !Array.isArray(data) ? { ...rest, ...data } : rest;
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, inner]) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.entries(inner).map(([below, one]) => [`${name}.${below}`, one])
        : [[name, inner]],
    ),
  );
}

/** The names of the fields in the first rows of JSON. */
const namesIn = (rows: readonly string[]) => [
  ...new Set(rows.slice(0, 100).flatMap((text) => Object.keys(flat((JSON.parse(text) as TableRow).value)))),
];

interface Reading {
  table: Table;
  type: string;
  fields: Columns;
  match: (headers: readonly string[]) => MatchedColumn[];
}

/** Bounds what the answer repeats of the header, before anything is stored. @throws VALIDATION_ERROR */
function requireBounded(headers: readonly string[]) {
  const { columns, columnName } = IMPORT_FILE;
  if (headers.length > columns) throw refused(`The file has more than ${columns} columns.`);
  if (headers.some((name) => name.length > columnName))
    throw refused(`A column of the file has a name of more than ${columnName} characters.`);
}

/** What a file holds, by its header, and its rows as records. @throws VALIDATION_ERROR */
export async function readImport({ table, type, fields, match }: Reading) {
  const { rows, comments, delimiter } = table;
  const isJson = delimiter === null;
  const header = isJson
    ? { headers: namesIn(rows), line: 0, from: 0, until: rows.length }
    : await findHeader(rows, match, comments.length > 0);
  requireBounded(header.headers);
  const columns = match(header.headers);
  const tool = recognize(type, { headers: header.headers, comments });
  const numeric = columns.flatMap(({ field }, at) => (field && fields.get(field)?.type === 'number' ? [at] : []));
  const grouped = delimiter === ';' && (await dotsGroup(rows.slice(header.from, header.until), numeric));
  const source = { type, fields, columns, delimiter, comments, tool, grouped };

  async function* records(): AsyncGenerator<ImportRow> {
    for (let at = header.from; at < header.until; at++) {
      await yieldWhenDue();
      const { line, cells, value, error } = JSON.parse(rows[at] ?? '{}') as TableRow;
      if (error !== undefined) {
        yield { line, record: { type, externalId: undefined, data: {} }, error };
        continue;
      }
      const named = isJson ? flat(value) : {};
      const values = cells ?? columns.map(({ column }) => named[column]);
      if (isTotal(values, source)) continue;
      const record = recordOf(values, source);
      yield { line, record, ...reasonAgainst(record, values, source) };
    }
  }

  return { columns, headerLine: header.line, tool, records };
}

/** Why a row cannot be a record, apart from its values. */
function reasonAgainst({ data }: ImportRow['record'], values: unknown[], source: Source): { error?: string } {
  const missing = missingIn(data, source);
  if (missing.includes('date') && source.tool === 'search_console')
    return { error: 'The file sums a whole period. Take in the file of days (Dates.csv), or connect Search Console.' };
  if (missing.length > 0) return { error: `No column holds ${missing.join(', ')}.` };
  const width = source.columns.length;
  const isWide = values.length > width && values.slice(width).some((cell) => String(cell).trim() !== '');
  if (isWide || values.length < width)
    return { error: `The row has ${values.length} cells where the header has ${width}.` };
  return {};
}
