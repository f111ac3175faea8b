import { sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { TenantDb } from '../../db/handles.ts';

/** Copies the record of an organization that is called `first` until there are `most`. */
export async function copyFirst(db: TenantDb, table: PgTable, most: number) {
  const columns = getTableConfig(table).columns.filter(({ generated }) => !generated);
  const names = sql.raw(columns.map(({ name }) => toSnakeCase(name)).join(', '));
  const id = 'id' in table ? sql`, 'id', gen_random_uuid()` : sql``;
  await db.execute(sql`
    insert into ${table} (${names}) select ${names} from (
      select (jsonb_populate_record(one, jsonb_build_object('external_id', 'copy-' || n ${id}))).*
      from ${table} as one, generate_series(2, ${most}::int) n where external_id = 'first') as copies`);
}
