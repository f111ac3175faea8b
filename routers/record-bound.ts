import { eq, getTableName, type SQL, sql } from 'drizzle-orm';
import { makePgArray, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { TenantDb } from '../db/handles.ts';

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

/** Bounds a table's records, which are called `what`, as in "goals". */
export function atMost(most: number, table: RecordTable, what: string): Bound {
  const words = `${most.toLocaleString('en')} ${what}`;
  return {
    words,
    error: `An organization has at most ${words}. Those that it has can be updated.`,
    async room(tx, clientId) {
      // Awaited: the count must see what those have stored who held the lock before.
      const lock = `${getTableName(table)}:${clientId}`;
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
      return Math.max(0, most - (await tx.$count(table, eq(table.clientId, clientId))));
    },
    found: (clientId, externalIds) =>
      sql`select ${table.externalId} as id from ${table}
          where ${table.clientId} = ${clientId}::uuid and ${table.externalId} = any(${makePgArray(externalIds)}::text[])`,
  };
}
