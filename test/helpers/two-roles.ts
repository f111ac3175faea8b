import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { inject } from 'vitest';
import { connect } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';

/** The statements of docs/operations.md for two roles, with unique names. */
function documentedSetup(suffix: string) {
  const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split('## Two roles\n');
  const [, script = ''] = /```sql\n(.*?)```/s.exec(section) ?? [];
  return script
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\b(portal_owner|portal_serving)\b/g, `$1_${suffix}`)
    .replaceAll(/DATABASE portal\b/g, `DATABASE portal_${suffix}`)
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
}

const DUPLICATE = '42710';

/** An empty database with the two roles of docs/operations.md, and a connection as a superuser. */
export async function twoRoles() {
  const { server = '', folder } = inject('template');
  const suffix = randomUUID().slice(0, 8);
  const [owner, serving, database] = [`portal_owner_${suffix}`, `portal_serving_${suffix}`, `portal_${suffix}`];
  const at = (username?: string, password?: string) =>
    Object.assign(new URL(server), { pathname: `/${database}`, ...(username && { username, password }) }).href;

  const creator = postgres(server, { max: 1, onnotice: () => {} });
  for (const statement of documentedSetup(suffix))
    await creator.unsafe(statement).catch((error) => {
      // The groups belong to the server, and other tests use them.
      if (error.code !== DUPLICATE || statement.includes(suffix)) throw error;
    });
  const admin = postgres(at(), { max: 1, onnotice: () => {} });
  return {
    owner,
    serving,
    admin,
    variables: {
      DATA_DIR: join(folder, suffix),
      DATABASE_URL: at(serving, 'another password'),
      DATABASE_MIGRATION_URL: at(owner, 'one password'),
    },
    async drop() {
      await admin.end();
      await creator.unsafe(`drop database ${database} with (force)`);
      await creator.unsafe(`drop role ${serving}, ${owner}`);
      await creator.end();
    },
  };
}

/** The same, migrated by the one role and ready to be served by the other. */
export async function migratedTwoRoles() {
  const { variables, drop } = await twoRoles();
  const { DATABASE_URL: url, DATABASE_MIGRATION_URL: migrationUrl, DATA_DIR: folder } = variables;
  const database = await connect({ url, migrationUrl, folder }, { statement: 10_000, transaction: 30_000 });
  await migrate(database);
  await database.close();
  return { variables, drop };
}
