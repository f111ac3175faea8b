import { eq, getTableName, type SQL, sql } from 'drizzle-orm';
import { makePgArray, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { TenantDb } from '../../db/handles.ts';

type RecordTable = PgTable & { clientId: PgColumn; externalId: PgColumn };

/** The maximum number of a client's records in a table, whoever makes them. */
export interface Bound {
  /** The maximum in words, as in "5,000 goals". */
  words: string;
  /** The reason to refuse a new one. */
  error: string;
  /** The records that may still be added. Holds a lock until the transaction ends, so that none is added meanwhile. */
  room: (tx: TenantDb, clientId: string) => Promise<number>;
  /** A statement that returns which of these ids the client has, `{ id }`. */
  found: (clientId: string, externalIds: string[]) => SQL;
}

/**
 * Locks a client's records of a table against batches at the same time, until the transaction ends. To be awaited: a
 * count must see what those have stored who held the lock before.
 */
const lockRecords = (tx: TenantDb, table: RecordTable, clientId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${getTableName(table)}:${clientId}`}, 0))`);

/** Bounds a table's records, which are called `what`, as in "goals". */
export function atMost(most: number, table: RecordTable, what: string): Bound {
  const words = `${most.toLocaleString('en')} ${what}`;
  return {
    words,
    error: `An organization has at most ${words}. Those that it has can be updated.`,
    async room(tx, clientId) {
      await lockRecords(tx, table, clientId);
      return Math.max(0, most - (await tx.$count(table, eq(table.clientId, clientId))));
    },
    found: (clientId, externalIds) =>
      sql`select ${table.externalId} as id from ${table}
          where ${table.clientId} = ${clientId}::uuid and ${table.externalId} = any(${makePgArray(externalIds)}::text[])`,
  };
}

/** The maximum number of a client's records of one day, by which reads of a period are bounded. */
export interface DayBound {
  most: number;
  words: string;
  error: string;
  /** The day of a valid record; in UTC, where the record has a time. */
  dayOf: (row: { data: Record<string, unknown> }) => string;
  /** Waits until no other batch adds records, and keeps others waiting until the transaction ends. */
  lock: (tx: TenantDb, clientId: string) => Promise<unknown>;
  /** A statement that returns the number of records of each day, `{ day, count }`. */
  counts: (clientId: string, days: string[]) => SQL;
  /** A statement that returns which of these ids the client has, and their days, `{ id, day }`. */
  found: (clientId: string, externalIds: string[]) => SQL;
}

/** Bounds a table's records of one day, by the column of the day or time, whose field has the same name. */
export function atMostADay(most: number, table: RecordTable, column: PgColumn, what: string): DayBound {
  const words = `${most.toLocaleString('en')} ${what}`;
  const isDay = column.getSQLType() === 'date';
  const start = (day: SQL) => (isDay ? day : sql`(${day}::timestamp at time zone 'UTC')`);
  return {
    most,
    words,
    error: `An organization has at most ${words} of one day. Those that it has can be updated.`,
    dayOf({ data }) {
      const at = String(data[column.name]);
      return isDay ? at : new Date(at).toISOString().slice(0, 10);
    },
    lock: (tx, clientId) => lockRecords(tx, table, clientId),
    counts: (clientId, days) => sql`
      select day::text, (
        select count(*)::int from ${table} where ${table.clientId} = ${clientId}::uuid
          and ${column} >= ${start(sql`day`)} and ${column} < ${start(sql`(day + 1)`)}) as count
      from unnest(${makePgArray(days)}::date[]) as day`,
    found: (clientId, externalIds) => sql`
      select ${table.externalId} as id, ${isDay ? column : sql`(${column} at time zone 'UTC')::date`}::text as day
      from ${table}
      where ${table.clientId} = ${clientId}::uuid and ${table.externalId} = any(${makePgArray(externalIds)}::text[])`,
  };
}
