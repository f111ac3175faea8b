// Depends on Drizzle internals: see `Prepared` and `decoderOf`. test/internals/drizzle.test.ts compares the results with
// Drizzle's own for every kind of column.

import { Column, getTableName, is, SQL, Subquery } from 'drizzle-orm';

interface Decoder {
  mapFromDriverValue: (value: unknown) => unknown;
}

interface Field {
  path: string[];
  field: unknown;
}

/** The fields of a prepared statement that Drizzle's types omit. */
interface Prepared {
  fields?: Field[];
  /** By table, whether its row is never null. */
  joinsNotNullableMap?: Record<string, boolean>;
  customResultMapper?: (rows: unknown[][]) => unknown[];
}

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  if (is(field, SQL)) return (field as unknown as { decoder: Decoder }).decoder;
  if (is(field, Subquery)) return (field._.sql as unknown as { decoder: Decoder }).decoder;
  return (field as { sql: { decoder: Decoder } }).sql.decoder;
}

type Row = Record<string, unknown>;

/** The columns of one object in a row, or of the row itself. */
interface Shape {
  columns: { at: number; name: string; decoder: Decoder }[];
  /** The position of the column that is null when an optional join found no row: the first one, as for Drizzle. */
  missingAt: number | undefined;
}

function decode({ columns }: Shape, values: unknown[], into: Row): Row {
  for (const { at, name, decoder } of columns)
    into[name] = values[at] === null ? null : decoder.mapFromDriverValue(values[at]);
  return into;
}

/**
 * Determines once how each column is decoded. Drizzle does it for each value of each row, which doubles the work for a
 * row of fifteen columns.
 */
export function decodeOnce<Query extends object>(query: Query): Query {
  const prepared = query as Prepared;
  const { fields, joinsNotNullableMap: certain } = prepared;
  if (!fields || prepared.customResultMapper) return query;

  const own: Shape = { columns: [], missingAt: undefined };
  const objects = new Map<string, Shape>();
  const shapeOf = (path: string[]) => {
    const [parent = ''] = path;
    if (path.length === 1) return own;
    const shape = objects.get(parent) ?? { columns: [], missingAt: missingAt(fields, parent, certain) };
    objects.set(parent, shape);
    return shape;
  };
  fields.forEach(({ path, field }, at) => {
    shapeOf(path).columns.push({ at, name: path.at(-1) ?? '', decoder: decoderOf(field) });
  });
  const nested = [...objects];
  prepared.customResultMapper = (rows) =>
    rows.map((values) => {
      const row = decode(own, values, {});
      for (const [name, shape] of nested) {
        const isMissing = shape.missingAt !== undefined && values[shape.missingAt] === null;
        row[name] = isMissing ? null : decode(shape, values, {});
      }
      return row;
    });
  return query;
}

/** An object is missing by its first column if all its columns are of one table, whose join is optional. */
function missingAt(fields: Field[], parent: string, certain?: Record<string, boolean>): number | undefined {
  const columns = fields.flatMap(({ path, field }, at) =>
    path[0] === parent && is(field, Column) ? [{ at, table: getTableName(field.table) }] : [],
  );
  const [first] = columns;
  if (!first || !certain || certain[first.table]) return undefined;
  return columns.every(({ table }) => table === first.table) ? first.at : undefined;
}
