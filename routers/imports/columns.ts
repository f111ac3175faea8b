import { z } from 'zod';
import { yieldWhenDue } from '../../flow/yield.ts';
import { type Columns, columnsIn, type FieldSchema } from '../../server/csv/cells.ts';
import { invalid } from '../../server/errors.ts';
import type { RecordType } from '../records/record-type.ts';
import { fieldNamed } from './field-names.ts';
import type { TableRow } from './table.ts';

/** The fields of a type that a column may hold. */
export const fieldsOf = ({ data }: RecordType): Columns =>
  columnsIn(z.toJSONSchema(data, { io: 'input' }) as FieldSchema);

/** A column of a file and the field that it holds, null for none. */
export interface MatchedColumn {
  column: string;
  field: string | null;
}

/** Reads the choice of fields for columns, `{"Besuche": "sessions", "Note": null}`. @throws VALIDATION_ERROR */
export function readMap(text: string | undefined, fields: readonly string[]): Map<string, string | null> {
  if (text === undefined || text === '') return new Map();
  const shape = z.record(z.string(), z.enum(['externalId', ...fields]).nullable());
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('map', 'must be JSON: an object of columns and their fields');
  }
  const read = shape.safeParse(value);
  if (!read.success)
    throw invalid('map', `must be an object of columns and their fields, of externalId, ${fields.join(', ')}`);
  const chosen = Object.values(read.data).filter((field) => field !== null);
  const twice = chosen.find((field, at) => chosen.indexOf(field) < at);
  if (twice) throw invalid('map', `has two columns for ${twice}`);
  return new Map(Object.entries(read.data));
}

/** Matches columns with fields: those chosen, then by name, each field once. */
export function matchColumns(
  headers: readonly string[],
  { type, fields, map }: { type: string; fields: readonly string[]; map: ReadonlyMap<string, string | null> },
): MatchedColumn[] {
  const taken = new Set([...map.values()].filter((field) => field !== null));
  const seen = new Set<string>();
  return headers.map((column) => {
    if (column === '' || seen.has(column)) return { column, field: null };
    seen.add(column);
    const chosen = map.get(column);
    if (chosen !== undefined) return { column, field: chosen };
    const field = fieldNamed(column, type, ['externalId', ...fields]);
    if (field === null || taken.has(field)) return { column, field: null };
    taken.add(field);
    return { column, field };
  });
}

/** Rows above the header in which titles and the like may stand. */
const ABOVE = 20;

/** A row, as {@link findHeader} gives it. */
const readRow = (text: string) => JSON.parse(text) as TableRow;

const isNumber = (cell: string) => /^[\d.,%:\s-]+$/.test(cell) && /\d/.test(cell);

interface Found {
  headers: string[];
  /** The line of the header, and the rows below it. */
  line: number;
  from: number;
  until: number;
}

/**
 * Finds the header among the first rows, or with `sections` among all: the one with most columns that hold a field. Its
 * rows end where the next section begins.
 */
export async function findHeader(
  rows: readonly string[],
  match: (headers: string[]) => MatchedColumn[],
  sections: boolean,
): Promise<Found> {
  const candidates: { at: number; line: number; headers: string[]; matched: number }[] = [];
  for (const [at, text] of rows.slice(0, sections ? rows.length : ABOVE).entries()) {
    await yieldWhenDue();
    const { cells = [], line } = readRow(text);
    if (cells.some(isNumber)) continue;
    const headers = cells.map((cell) => cell.trim());
    const matched = match(headers).filter(({ field }) => field !== null).length;
    if (matched > 0) candidates.push({ at, line, headers, matched });
  }
  const best = candidates.reduce((one, other) => (other.matched > one.matched ? other : one), candidates[0] ?? FIRST);
  const first = rows[0] === undefined ? undefined : readRow(rows[0]);
  const headers = best === FIRST ? (first?.cells ?? []).map((cell) => cell.trim()) : best.headers;
  const next = sections ? candidates.find(({ at }) => at > best.at)?.at : undefined;
  return { headers, line: best.line || (first?.line ?? 0), from: best.at + 1, until: next ?? rows.length };
}

const FIRST = { at: 0, line: 0, headers: [] as string[], matched: 0 };
