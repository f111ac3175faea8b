import { Column, getTableName, is, noopDecoder, SQL, Subquery } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';

// Depends on Drizzle internals: a prepared query keeps the driver's client as `client`, and uses only that when it is
// executed; the session of a handle or a transaction has it too. test/internals/drizzle.test.ts fails when this
// changes.

// Builds statements without a connection.
const blueprint: unknown = drizzle.mock({ casing: 'snake_case' });

/** Prepares a query without a database. */
export const prepareOnce = <Handle, Query>(build: (db: Handle) => { prepare(name: string): Query }) =>
  build(blueprint as Handle).prepare('prepared');

interface Handle {
  session?: { client?: unknown };
}

/** Binds the query to the connection of a handle or a transaction, which determines the visible rows. */
export const boundTo = <Query extends object>(query: Query, db: object): Query =>
  Object.create(query, { client: { value: (db as Handle).session?.client } });

// Decoding depends on more of them: see `Prepared` and `decoderOf`. The same test compares the results with Drizzle's
// own for every kind of column.

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

/** How values of the driver are decoded; `undefined` where they are taken as they are. */
type Decode = ((value: unknown) => unknown) | undefined;

// Looked up once: columns of a subquery are proxies, which take longer to look up than most values to decode.
function decodingOf(field: unknown): Decode {
  const decoder = decoderOf(field);
  const decode = decoder.mapFromDriverValue;
  const isIdentity = decode === Column.prototype.mapFromDriverValue || decode === noopDecoder.mapFromDriverValue;
  return isIdentity ? undefined : decode.bind(decoder);
}

type Row = Record<string, unknown>;

/** The columns of one object in a row, or of the row itself. */
interface Shape {
  columns: { at: number; name: string; decode: Decode }[];
  /** The position of the column that is null when an optional join found no row: the first one, as for Drizzle. */
  missingAt: number | undefined;
}

function readInto({ columns }: Shape, values: unknown[], into: Row): Row {
  for (const { at, name, decode } of columns) {
    const value = values[at];
    into[name] = value === null || !decode ? value : decode(value);
  }
  return into;
}

/**
 * Determines once how each column is decoded. Drizzle does it for each value of each row: a page of 50 rows of history
 * takes a third more processor time in all.
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
    shapeOf(path).columns.push({ at, name: path.at(-1) ?? '', decode: decodingOf(field) });
  });
  const nested = [...objects];
  prepared.customResultMapper = (rows) =>
    rows.map((values) => {
      const row = readInto(own, values, {});
      for (const [name, shape] of nested) {
        const isMissing = shape.missingAt !== undefined && values[shape.missingAt] === null;
        row[name] = isMissing ? null : readInto(shape, values, {});
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
