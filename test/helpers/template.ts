import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { connect } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { temporaryFolder } from './memory-folder.ts';

const patience = { statement: 10_000, transaction: 30_000 };

declare module 'vitest' {
  interface ProvidedContext {
    /** Where data folders are made, and the database that workers copy on a server. */
    template: { folder: string; server: string | undefined; database: string };
    /** Whether tests use the embedded database even beside a server. */
    embedded: boolean;
  }
}

const at = (server: string, database: string) => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};

/**
 * Prepares the database that test files copy: the folder that portals start from, or a template on the server at
 * DATABASE_URL.
 */
export async function setup(project: TestProject) {
  // A change of the schema makes the prepared folder stale.
  execFileSync(process.execPath, ['db/build.ts'], { stdio: 'inherit' });
  const server = process.env.DATABASE_URL;
  const folder = await mkdtemp(join(temporaryFolder(), 'portal-test-'));
  const database = `portal_test_${process.pid}`;
  const admin = server ? postgres(server, { max: 1, onnotice: () => {} }) : undefined;

  await admin?.unsafe(`create database ${database}`);
  if (server) {
    const template = await connect({ url: at(server, database), folder: join(folder, 'template') }, patience);
    await migrate(template);
    await template.close();
  }
  project.provide('template', { folder, server, database });

  return async () => {
    // Not those of a run whose number begins with this one's.
    const left = await admin?.unsafe(
      `select datname from pg_database where datname = '${database}' or starts_with(datname, '${database}_')`,
    );
    for (const { datname } of left ?? []) await admin?.unsafe(`drop database ${datname} with (force)`);
    const roles = await admin?.unsafe(
      `select rolname from pg_roles where rolname ~ '^portal_(owner|serving)_test_${process.pid}_'`,
    );
    for (const { rolname } of roles ?? []) await admin?.unsafe(`drop role ${rolname}`);
    await admin?.end();
    await rm(folder, { recursive: true, force: true });
  };
}
