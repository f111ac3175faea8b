import { sql } from 'drizzle-orm';
import type { Portal } from './portal.ts';

// Every call is counted, whatever its outcome.
const COUNTERS = 'public.rate_limits';

/** A fingerprint of the rows of each table, the queued jobs included: equal when nothing was stored in between. */
export async function storedRows({ deps }: Pick<Portal, 'deps'>): Promise<Record<string, string>> {
  const { accounts: db } = deps.database;
  const tables = await db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and (table_schema = 'public' or (table_schema, table_name) = ('pgboss', 'job'))`,
  );
  const prints = tables
    .map(({ name }) => name)
    .filter((name) => name !== COUNTERS)
    .map(
      (name) => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as print from ${name} as t`,
    );
  const rows = await db.execute<{ name: string; print: string | null }>(sql.raw(prints.join(' union all ')));
  return Object.fromEntries(rows.map(({ name, print }) => [name, print ?? 'empty']));
}
