import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { getTableColumns, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import * as schema from '../../db/schema/index.ts';

// Beside the packages, where the compiler finds them and nothing else looks.
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/handles/', import.meta.url));

const tables = Object.entries(schema).flatMap(([name, table]) => (is(table, PgTable) ? [{ name, table }] : []));
const namesOf = (ofTenant: boolean) =>
  tables.filter(({ table }) => 'clientId' in getTableColumns(table) === ofTenant).map(({ name }) => name);

/** Everything that a handle can do with a table, a line each. */
const uses = (table: string) => [
  `db.select().from(schema.${table});`,
  `db.select({ n: sql\`1\` }).from(schema.${table});`,
  `db.select().from(schema.users).innerJoin(schema.${table}, sql\`true\`);`,
  `db.select().from(schema.users).innerJoin(schema.sessions, sql\`true\`).leftJoin(schema.${table}, sql\`true\`);`,
  `db.insert(schema.${table});`,
  `db.update(schema.${table});`,
  `db.delete(schema.${table});`,
  `db.$count(schema.${table});`,
  `db.transaction(async (tx) => void tx.delete(schema.${table}));`,
];

const HEAD = [
  "import { sql } from 'drizzle-orm';",
  "import type { AccountDb, TenantDb } from '../../../db/handles.ts';",
  "import * as schema from '../../../db/schema/index.ts';",
  'declare const db: AccountDb;',
  'declare const tenantDb: TenantDb;',
  'declare const forTenants: (db: TenantDb) => void;',
  'declare const forAccounts: (db: AccountDb) => void;',
];

/** The lines that do not compile. */
async function refused(lines: string[]) {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(`${FOLDER}uses.ts`, [...HEAD, ...lines].join('\n'));
  const config = {
    extends: '../../../tsconfig.json',
    compilerOptions: { noUnusedLocals: false },
    include: ['uses.ts'],
  };
  await writeFile(`${FOLDER}tsconfig.json`, JSON.stringify(config));
  const output = await new Promise<string>((done) => {
    execFile('npx', ['tsc', '-p', FOLDER, '--pretty', 'false'], (_error, text) => done(text));
  });
  await rm(FOLDER, { recursive: true });
  const numbers = [...output.matchAll(/uses\.ts\((\d+),\d+\): error/g)].map(
    ([, line]) => Number(line) - HEAD.length - 1,
  );
  return [...new Set(numbers)].map((number) => lines[number]);
}

it('a tenant table does not compile through the handle of accounts, and every other table does', async () => {
  const wrong = namesOf(true).flatMap(uses);
  const right = namesOf(false).flatMap(uses);
  const mixedUp = ['forTenants(db);', 'forAccounts(tenantDb);'];

  expect(wrong.length).toBeGreaterThan(150);
  expect(await refused([...right, ...wrong, ...mixedUp])).toEqual([...wrong, ...mixedUp]);
});
