import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { inject } from 'vitest';
import { connect } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { withoutWaitingForDisk } from './database.ts';

/** The statements of docs/deploy.md for two roles, with unique names. */
function documentedSetup(suffix: string) {
  const [, section = ''] = readFileSync('docs/deploy.md', 'utf8').split('## Two roles\n');
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

/** An empty database with the two roles of docs/deploy.md, and a connection as a superuser. */
export async function twoRoles(suffix = randomUUID().slice(0, 8)) {
  const { server = '', folder } = inject('template');
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
    creator,
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

/** The database that those with two roles are copied from, made once in each worker. The suite drops it at its end. */
let template: ReturnType<typeof twoRoles> | undefined;

async function migratedTemplate() {
  const made = await twoRoles(`${inject('template').database.replace('portal_', '')}_${process.pid}`);
  const { DATABASE_URL: url, DATABASE_MIGRATION_URL: migrationUrl, DATA_DIR: folder } = made.variables;
  const database = await connect({ url, migrationUrl, folder }, { statement: 10_000, transaction: 30_000 });
  await migrate(database);
  await database.close();
  await made.admin.end();
  return made;
}

/** The same, migrated by the one role and ready to be served by the other. */
export async function migratedTwoRoles() {
  template ??= migratedTemplate();
  const { owner, serving, creator, variables } = await template;
  const { database: prefix, folder } = inject('template');
  const name = `${prefix}_${randomUUID().slice(0, 8)}`;
  const source = new URL(variables.DATABASE_URL).pathname.slice(1);
  await creator.unsafe(`create database ${name} template ${source} owner ${owner}`);
  await creator.unsafe(withoutWaitingForDisk(name));
  await creator.unsafe(`revoke all on database ${name} from public; grant connect on database ${name} to ${serving}`);
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return {
    variables: {
      DATA_DIR: join(folder, name),
      DATABASE_URL: at(variables.DATABASE_URL),
      DATABASE_MIGRATION_URL: at(variables.DATABASE_MIGRATION_URL),
    },
    drop: () => creator.unsafe(`drop database ${name} with (force)`),
  };
}
