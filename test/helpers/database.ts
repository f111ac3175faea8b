import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { inject } from 'vitest';
import { copyPrepared } from '../../db/prepared-folder.ts';
import { giveBack, rememberOriginal, takeUsed } from './used-databases.ts';

const unique = () => `${process.pid}_${Math.random().toString(36).slice(2, 10)}`;

/** Whether the suite runs on a PostgreSQL server rather than on the embedded one. */
export const onServer = () => !inject('embedded') && inject('template').server !== undefined;

/** Thousands of small commits would each wait for the disk, on a slow one for seconds; no test cuts the power. */
export const withoutWaitingForDisk = (database: string) => `alter database ${database} set synchronous_commit = off`;

/** A new migrated database as variables of a portal: DATA_DIR, and DATABASE_URL when the suite runs on a server. */
export async function freshDatabase() {
  const { folder, server, database } = inject('template');
  const dataDir = join(folder, unique());
  if (!server || !onServer()) {
    copyPrepared(join(dataDir, 'postgres'));
    return { variables: { DATA_DIR: dataDir }, drop: () => rm(dataDir, { recursive: true, force: true }) };
  }

  const name = `${database}_${unique()}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  if (!(await takeUsed(admin, name))) {
    await admin.unsafe(`create database ${name} template ${database}`);
    await admin.unsafe(withoutWaitingForDisk(name));
    await rememberOriginal(name);
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    variables: { DATA_DIR: dataDir, DATABASE_URL: url.href },
    async drop() {
      await giveBack(admin, name);
      await admin.end();
    },
  };
}
