// Depends on Drizzle internals: see `Prepared` and `decoderOf`. test/internals/drizzle.test.ts compares the results with
// Drizzle's own for every kind of column.

import { Column, getTableName, is, SQL, Subquery } from 'drizzle-orm';

interface Decoder {
  mapFromDriverValue: (value: unknown) => unknown;
}

/** The fields of a prepared statement that Drizzle's types omit. */
interface Prepared {
  fields?: { path: string[]; field: unknown }[];
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

/**
 * Determines once how each column is decoded. Drizzle does it for each value of each row, which doubles the work for a
 * row of fifteen columns. Statements with an optional join are left to Drizzle, which returns null for a missing row.
 */
export function decodeOnce<Query extends object>(query: Query): Query {
  const prepared = query as Prepared;
  const { fields, joinsNotNullableMap: certain = {} } = prepared;
  const mayMiss = ({ path, field }: { path: string[]; field: unknown }) =>
    path.length === 2 && is(field, Column) && certain[getTableName(field.table)] === false;
  if (!fields || prepared.customResultMapper || fields.some(mayMiss)) return query;

  const columns = fields.map(({ path, field }) => ({
    parent: path.length > 1 ? path[0] : undefined,
    name: path.at(-1) ?? '',
    decoder: decoderOf(field),
  }));
  const parents = new Set(columns.flatMap(({ parent }) => parent ?? []));
  prepared.customResultMapper = (rows) =>
    rows.map((row) => {
      const result: Record<string, Record<string, unknown>> = {};
      for (const parent of parents) result[parent] = {};
      columns.forEach(({ parent, name, decoder }, at) => {
        const value = row[at] === null ? null : decoder.mapFromDriverValue(row[at]);
        const target = parent === undefined ? (result as Record<string, unknown>) : result[parent];
        if (target) target[name] = value;
      });
      return result;
    });
  return query;
}
