import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { cursorsOf, type KeyType, type SortKey } from './cursor.ts';

type Part = readonly [by: PgColumn | SQL, type: KeyType];

/**
 * The order of a list in the database: a total order, whose last part is unique in the list. All parts go one way, so
 * that the rows after a key are one comparison of rows, which an index over the same columns answers.
 */
export function keyset(list: string, direction: 'asc' | 'desc', ...parts: [Part, ...Part[]]) {
  const cursors = cursorsOf(
    list,
    parts.map(([, type]) => type),
  );
  const columns = sql.join(
    parts.map(([by]) => sql`${by}`),
    sql`, `,
  );
  const beyond = (values: readonly unknown[]) => {
    const casts = parts.map(([, { cast }], at) => sql`${values[at]}::${sql.raw(cast)}`);
    return sql`(${columns}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(casts, sql`, `)})`;
  };
  const placeholder = (at: number) => `key${at}`;
  return {
    cursorOf: cursors.write,
    keyOf: cursors.read,
    orderBy: parts.map(([by]) => (direction === 'asc' ? asc(by) : desc(by))),
    /** The condition for the rows after a cursor; none on the first page. @throws INVALID_CURSOR */
    after(cursor: string | undefined): SQL | undefined {
      const key = cursors.read(cursor);
      return key && beyond(key);
    },
    /** The same condition in a prepared statement, which needs the values of {@link from}. */
    afterKey: beyond(parts.map((_, at) => sql.placeholder(placeholder(at)))),
    /** Values for {@link afterKey}; on the first page, a key before all rows. @throws INVALID_CURSOR */
    from(cursor: string | undefined, before: SortKey): Record<string, unknown> {
      const key = cursors.read(cursor) ?? before;
      return Object.fromEntries(key.map((value, at) => [placeholder(at), value]));
    },
  };
}
