import { setTimeout as pause } from 'node:timers/promises';
import { getTableName, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '../../../db/handles.ts';
import { ERASURE } from './settings.ts';

/**
 * Deletes rows in batches, each in a statement of its own, until they are few: a process that dies loses one batch of
 * work. Between two statements it rests as long as the last one took.
 */
export async function deleteRows(db: Executor, table: SQL, where: SQL, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const began = performance.now();
    const [batch] = await db.execute<{ rows: number }>(sql`
      with deleted as (
        delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${ERASURE.batch}))
          and ${where} returning 1)
      select count(*)::int as rows from deleted`);
    // A few more may have come in or have changed meanwhile: these go with the organization.
    if ((batch?.rows ?? 0) < ERASURE.batch / 2) return;
    await pause(Math.min(performance.now() - began, ERASURE.rest));
  }
}

/** A column of a key, and its type. */
export type KeyPart = [column: SQL, type: string];

interface Among {
  table: SQL;
  /** The primary key, by which the table is walked through. */
  keys: KeyPart[];
}

const list = (parts: SQL[]) => sql.join(parts, sql`, `);

/** Deletes a few rows among many without an index: scans a bounded number in a statement, in the order of the key. */
export async function deleteAmong(db: Executor, { table, keys }: Among, which: SQL, signal?: AbortSignal) {
  const columns = list(keys.map(([column]) => column));
  const texts = list(keys.map(([column], n) => sql`${column}::text as ${sql.identifier(`key_${n}`)}`));
  for (let after: SQL | undefined; ; ) {
    signal?.throwIfAborted();
    const began = performance.now();
    const rest = after ? sql`(${columns}) > ${after}` : sql`true`;
    const [end] = await db.execute(
      sql`select ${texts} from ${table} where ${rest} order by ${columns} offset ${ERASURE.looked - 1} limit 1`,
    );
    const upTo = end && sql`(${list(keys.map(([, type], n) => sql`${end[`key_${n}`]}::${sql.raw(type)}`))})`;
    await db.execute(
      sql`delete from ${table} where ${rest} and ${upTo ? sql`(${columns}) <= ${upTo}` : sql`true`} and ${which}`,
    );
    if (!upTo) return;
    after = upTo;
    await pause(Math.min(performance.now() - began, ERASURE.rest));
  }
}

/** Tables in an order in which no deletion takes rows of other tables along: those that refer to others come first. */
export function referringFirst(tables: PgTable[]): PgTable[] {
  const ordered: PgTable[] = [];
  const namesOf = (table: PgTable) =>
    getTableConfig(table).foreignKeys.map((key) => getTableName(key.reference().foreignTable));
  const visit = (table: PgTable) => {
    if (ordered.includes(table)) return;
    for (const other of tables) if (other !== table && namesOf(other).includes(getTableName(table))) visit(other);
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}
