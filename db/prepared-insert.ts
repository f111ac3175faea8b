import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { TenantDb } from './handles.ts';

type Column<T extends PgTable> = keyof T['$inferInsert'] & string;

/**
 * The columns whose values this process makes: in a prepared statement they would be those of the first row for ever.
 */
const madeHere = (table: PgTable) =>
  Object.entries(getTableColumns(table)).flatMap(([name, { defaultFn, onUpdateFn, hasDefault }]) =>
    defaultFn || (onUpdateFn && !hasDefault) ? [name] : [],
  );

/**
 * An insert of one row with a placeholder for each of these columns, to be prepared. Others get the value that is
 * computed for them, or the default of the database.
 */
export function insertOf<T extends PgTable>(
  db: TenantDb,
  table: T,
  columns: readonly Column<T>[],
  computed: { [name in Column<T>]?: SQL } = {},
) {
  const missing = madeHere(table).filter((name) => !(columns as readonly string[]).includes(name));
  if (missing.length > 0) throw new Error(`A prepared insert has to name ${missing.join(' and ')}.`);
  const placeholders = columns.map((name) => ({ [name]: sql.placeholder(name) }));
  return db.insert(table).values(Object.assign({}, ...placeholders, computed));
}

/** Of an upsert: each of these columns gets its value of the row that was to be inserted. */
export const ofInserted = <Name extends string>(columns: readonly Name[]): Record<Name, SQL> =>
  Object.assign({}, ...columns.map((name) => ({ [name]: sql`excluded.${sql.identifier(toSnakeCase(name))}` })));
