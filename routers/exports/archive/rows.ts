import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { AccountDb, TenantDb } from '../../../db/handles.ts';
import { MIB } from '../../../flow/byte-units.ts';
import type { Portion } from '../../../server/files/zip.ts';

/** The rows of a table that an archive holds. */
export interface TableSource {
  /** Whose statements see the rows. */
  db: TenantDb | AccountDb;
  table: PgTable;
  /** The columns that are written, by the names of the fields. */
  columns: Record<string, PgColumn>;
  /** Whose rows. */
  where: SQL | undefined;
  /** Written of those only; others are passed over in the database. */
  only?: SQL | undefined;
}

/**
 * Rows of a statement; of rows that may have a megabyte each few at first, then as many as `bytes` hold; rows that it
 * may pass over.
 */
const BATCH = { rows: 500, firstRows: 20, bytes: 2 * MIB, passedOver: 2000 };
/** The longest rest between two statements, in milliseconds. */
const REST = 250;

const LONG_TEXTS = new Set(['content', 'body']);
const isWide = (table: PgTable) =>
  getTableConfig(table).columns.some(({ name, dataType }) => dataType === 'json' || LONG_TEXTS.has(name));

/** The primary key, whose order is that of the file; without the client, which is the same for all. */
function keysOf(table: PgTable): PgColumn[] {
  const { columns, primaryKeys } = getTableConfig(table);
  const keys = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  return keys.filter(({ name }) => name !== 'clientId');
}

const tuple = (parts: SQL[]) => sql`(${sql.join(parts, sql`, `)})`;

type Row = Record<string, unknown>;

/** Reads rows after a position. A handle of clients is typed by its tables, which are not known here. */
function reader({ db, table, columns, where, only }: TableSource) {
  const keys = keysOf(table);
  const named = Object.fromEntries(keys.map((key, n) => [`key_${n}`, key]));
  const key = tuple(keys.map((column) => sql`${column}`));
  const select = (fields: Record<string, PgColumn | SQL.Aliased>, some: SQL | undefined) =>
    (db as TenantDb)
      .select(fields)
      .from(table)
      .where(some)
      .orderBy(...keys.map((column) => asc(column)));
  const positionOf = (row: Row | undefined) =>
    row && keys.length > 0 ? tuple(keys.map((column, n) => sql`${sql.param(row[`key_${n}`], column)}`)) : undefined;

  // Twice as many as fitted last: looking at long rows that do not fit costs as much as reading them.
  let looked = BATCH.firstRows;

  /** How many of the next rows a batch can hold. */
  async function roomFor(some: SQL | undefined) {
    if (!isWide(table)) return BATCH.rows;
    const bytes = sql<number>`octet_length(${table}::text)`.as('bytes');
    const sizes = await select({ bytes }, some).limit(looked);
    let left = BATCH.bytes;
    const tooMany = sizes.findIndex((row) => {
      left -= Number(row.bytes);
      return left < 0;
    });
    const room = tooMany < 0 ? looked : Math.max(1, tooMany);
    looked = Math.min(BATCH.rows, room * 2);
    return room;
  }

  return async (after: SQL | undefined) => {
    const rest = and(where, after && sql`${key} > ${after}`);
    const [end] = only
      ? await select(named, rest)
          .limit(1)
          .offset(BATCH.passedOver - 1)
      : [];
    const upTo = positionOf(end);
    const window = and(rest, only, upTo && sql`${key} <= ${upTo}`);
    const room = await roomFor(window);
    const found: Row[] = await select({ ...columns, ...named }, window).limit(room);
    const rows = found.map((row) => Object.fromEntries(Object.keys(columns).map((name) => [name, row[name]])));
    // A full batch may not have reached the end of its window.
    return { rows, next: found.length === room ? positionOf(found.at(-1)) : upTo };
  };
}

/** Rows as lines of JSON. */
export const linesOf = (rows: object[]): Portion => ({
  text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  rows: rows.length,
});

/**
 * Reads the rows of a source by their primary key, a bounded number at a time. It has one connection at a time, for
 * half of the time at most: after each batch it rests as long as that took.
 */
export async function* batchesOf(source: TableSource): AsyncGenerator<Row[]> {
  const read = reader(source);
  let after: SQL | undefined;
  do {
    const began = performance.now();
    const { rows, next } = await read(after);
    if (rows.length > 0) yield rows;
    after = next;
    if (after) await pause(Math.min(performance.now() - began, REST));
  } while (after);
}
