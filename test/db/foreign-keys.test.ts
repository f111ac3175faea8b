import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

it('every foreign key has an index that begins with its columns, so that no deletion reads a whole table', async () => {
  const rows = await portal.deps.database.accounts.execute<{ key: string }>(sql`
    select conrelid::regclass || '.' || conname as key from pg_constraint as key
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = key.conrelid and indpred is null
        and (string_to_array(indkey::text, ' ')::smallint[])[:cardinality(conkey)] @> conkey)`);

  expect(rows.map(({ key }) => key)).toEqual([]);
});
