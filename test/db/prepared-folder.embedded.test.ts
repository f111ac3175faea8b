import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { connect } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { copyPrepared, MADE_FROM, PREPARED } from '../../db/prepared-folder.ts';
import { folderForThisTest } from '../helpers/folder.ts';

/** Identifies the run of initdb that a database comes from, and tells whether it has the portal's tables. */
async function originOf(folder: string) {
  const database = await connect({ folder }, { statement: 10_000, transaction: 30_000 });
  const [found] = await database.accounts.execute<{ origin: string; tables: string | null }>(
    sql`select system_identifier::text as origin, to_regclass('users')::text as tables from pg_control_system()`,
  );
  await migrate(database);
  await database.close();
  return found;
}

it('starts new data folders from the prepared database', async () => {
  const [one, other] = [await originOf(await folderForThisTest()), await originOf(await folderForThisTest())];

  expect(one).toStrictEqual(other);
  expect(one?.tables).toBe('users');
});

it('keeps a database that exists', async () => {
  const folder = await folderForThisTest();
  mkdirSync(join(folder, 'postgres'));

  copyPrepared(join(folder, 'postgres'));

  expect(readdirSync(join(folder, 'postgres'))).toStrictEqual([]);
});

it('uses no prepared database of another version', async () => {
  const [folder, stale] = [await folderForThisTest(), await folderForThisTest()];
  mkdirSync(join(stale, 'postgres'));
  writeFileSync(join(stale, MADE_FROM), 'another version');

  copyPrepared(join(folder, 'postgres'), stale);

  expect(existsSync(join(folder, 'postgres'))).toBe(false);
});

it('starts a copy that was interrupted anew', async () => {
  const folder = await folderForThisTest();
  cpSync(join(PREPARED, 'postgres', 'global'), join(folder, 'postgres.unfinished', 'global'), { recursive: true });
  writeFileSync(join(folder, 'postgres.unfinished', 'rest'), '');

  expect((await originOf(folder))?.tables).toBe('users');
  expect(existsSync(join(folder, 'postgres.unfinished'))).toBe(false);
  expect(existsSync(join(folder, 'postgres', 'rest'))).toBe(false);
});
