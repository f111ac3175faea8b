import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { TenantDb } from '../../db/handles.ts';

/** Rows of one statement: the embedded database runs in the process, which sheds load after turns of seconds. */
const AT_ONCE = 500;

/** Copies the record of an organization that is called `first` until there are `most`. */
export async function copyFirst(db: TenantDb, table: PgTable, most: number) {
  const columns = getTableConfig(table).columns.filter(({ generated }) => !generated);
  const names = columns.map(({ name }) => toSnakeCase(name));
  const id = 'id' in table ? sql`, 'id', gen_random_uuid()` : sql``;
  for (let from = 2; from <= most; from += AT_ONCE) {
    await setImmediate();
    // As a function in `from`, jsonb_populate_record is called once for a row, not once for each of its columns.
    await db.execute(sql`
      insert into ${table} (${sql.raw(names.join(', '))})
      select ${sql.raw(names.map((name) => `copy.${name}`).join(', '))}
      from ${table} as one, generate_series(${from}::int, ${Math.min(most, from + AT_ONCE - 1)}::int) as n,
        jsonb_populate_record(one, jsonb_build_object('external_id', 'copy-' || n ${id})) as copy
      where one.external_id = 'first'`);
  }
}
