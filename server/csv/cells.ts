export interface Column {
  type: 'text' | 'number' | 'flag' | 'json' | 'day' | 'moment';
  required: boolean;
}

/** The columns of a record type, by name. */
export type Columns = ReadonlyMap<string, Column>;

export interface FieldSchema {
  $ref?: string;
  type?: string;
  format?: string;
  const?: string;
  anyOf?: FieldSchema[];
  properties?: Record<string, FieldSchema>;
  required?: string[];
}

const COLUMN_TYPES = new Map<string | undefined, Column['type']>([
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'flag'],
  ['array', 'json'],
  ['object', 'json'],
]);

function columnType({ type, format, anyOf }: FieldSchema): Column['type'] {
  if (anyOf?.[0]) return columnType(anyOf[0]);
  if (format === 'date') return 'day';
  if (format === 'date-time') return 'moment';
  return COLUMN_TYPES.get(type) ?? 'text';
}

/** The columns of the JSON schema of a record's data. */
export const columnsIn = ({ properties = {}, required = [] }: FieldSchema): Columns =>
  new Map(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { type: columnType(schema), required: required.includes(name) },
    ]),
  );

const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
// As spreadsheets write them in English and German.
const FLAGS = new Map([
  ['true', true],
  ['wahr', true],
  ['1', true],
  ['false', false],
  ['falsch', false],
  ['0', false],
]);

/** A number as it is written where cells end with `;`: with a comma before its decimals. */
const withPoint = (number: string, delimiter: string) =>
  delimiter === ';' ? number.replace(/^(-?\d*),(?=\d)/, '$1.') : number;

/** The value of a cell by its column's type; an invalid cell stays text, and the portal rejects it. */
export function cellValue(cell: string, { type, required }: Column, delimiter: string): unknown {
  const isText = type === 'text' || type === 'day' || type === 'moment';
  if (cell === '') return isText && required ? '' : undefined;
  if (type === 'number') {
    const number = withPoint(cell.trim(), delimiter);
    return NUMBER.test(number) ? Number(number) : cell;
  }
  if (type === 'flag') return FLAGS.get(cell.trim().toLowerCase()) ?? cell;
  if (isText) return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
