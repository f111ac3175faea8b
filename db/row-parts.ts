import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { literalLimit } from '../internals/drizzle-limit.ts';
import type { TenantDb } from './handles.ts';

// A period of any number of rows is read in parts of so many, so that no statement is long: on an embedded database
// everybody waits for one. Each statement says itself where the next part begins, so that a usual period takes one.

/** The rows of a client from `from` to before `until`, in the order of an index that begins with the client. */
interface Span {
  table: PgTable & { clientId: PgColumn };
  /** A day or time and, where more rows than a part may share it, a text or id that tells them apart. */
  key: [PgColumn, PgColumn?];
  from: SQL;
  until: SQL;
  rows: number;
}

const NIL = sql.raw("'00000000-0000-0000-0000-000000000000'");

const list = (values: SQL[]) => sql`(${sql.join(values, sql`, `)})`;

/**
 * What makes a prepared query one of parts: `rest` for its `with`, `where`, and `next` among its columns. It takes the
 * placeholders of {@link eachPart}, `clientId` and those of `from` and `until`.
 */
export function rowParts({ table, key: [first, second], from, until, rows }: Span) {
  const key = second ? [first, second] : [first];
  const columns = list(key.map((column) => sql`${column}`));
  // Before all values of the second column.
  const lowest = second?.getSQLType() === 'uuid' ? sql`${NIL}::uuid` : sql`''`;
  const bound = (values: SQL[], last: SQL) =>
    list(values.map((value, at) => sql`coalesce(${value}, ${at === 0 ? last : lowest})`));
  const begin = bound(
    key.map((column, at) => sql`${sql.placeholder(`key${at}`)}::${sql.raw(column.getSQLType())}`),
    from,
  );
  const left = sql`${table.clientId} = ${sql.placeholder('clientId')} and ${columns} >= ${begin}`;
  const ends = second ? sql`(${until}, ${lowest})` : until;
  const names = key.map((_, at) => sql.identifier(`key${at}`));
  return {
    rest: (db: TenantDb) =>
      db.$with('rest').as(
        db
          .select(Object.fromEntries(key.map((column, at) => [`key${at}`, sql`${column}`.as(`key${at}`)])))
          .from(table)
          .where(sql`${left} and ${columns} < ${ends}`)
          .orderBy(...key)
          .offset(literalLimit(rows))
          .limit(literalLimit(1)),
      ),
    where: sql`${left} and ${columns} < ${bound(
      names.map((name) => sql`(select ${name} from rest)`),
      until,
    )}`,
    /** In each row, so it is parsed where it is read. */
    next: sql<string | null>`(select json_build_array(${sql.join(names, sql`, `)})::text from rest)`,
  };
}

/** The placeholders for the begin of a part. */
interface Begin extends Record<string, string | null> {
  key0: string | null;
  key1: string | null;
}

/** Reads the parts of a query of {@link rowParts}, one after the other; a part that is not the last has a row. */
export async function* eachPart<Row extends { next: string | null }>(read: (begin: Begin) => Promise<Row[]>) {
  let next: string | null = '[]';
  while (next) {
    const [key0 = null, key1 = null]: (string | null)[] = JSON.parse(next);
    const rows = await read({ key0, key1 });
    yield rows;
    next = rows[0]?.next ?? null;
  }
}
