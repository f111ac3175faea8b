import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { connect } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';

const patience = { statement: 10_000, transaction: 30_000 };

declare module 'vitest' {
  interface ProvidedContext {
    /** The database that workers copy. */
    template: { folder: string; server: string | undefined; database: string };
  }
}

const at = (server: string, database: string) => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};

/**
 * Omits the template databases of PostgreSQL, which are unused: with them a copy has twice as many files, whose
 * number dominates the cost. Their ids are 1 and 4 (PostgreSQL, src/include/catalog/pg_database.dat).
 */
const forgetUnopened = (base: string) =>
  Promise.all(['1', '4'].map((database) => rm(join(base, database), { recursive: true })));

/** Migrates the database that test files copy: a folder, or a template on the server at DATABASE_URL. */
export async function setup(project: TestProject) {
  const server = process.env.DATABASE_URL;
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'));
  const database = `portal_test_${process.pid}`;
  const admin = server ? postgres(server, { max: 1, onnotice: () => {} }) : undefined;

  await admin?.unsafe(`create database ${database}`);
  const template = await connect({ url: server && at(server, database), folder: join(folder, 'template') }, patience);
  await migrate(template);
  await template.close();
  if (!server) await forgetUnopened(join(folder, 'template/postgres/base'));
  project.provide('template', { folder, server, database });

  return async () => {
    const left = await admin?.unsafe(`select datname from pg_database where datname like '${database}%'`);
    for (const { datname } of left ?? []) await admin?.unsafe(`drop database ${datname} with (force)`);
    await admin?.end();
    await rm(folder, { recursive: true, force: true });
  };
}
