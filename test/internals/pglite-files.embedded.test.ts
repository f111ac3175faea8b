import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, it, onTestFinished } from 'vitest';
import { forgetFailedFiles } from '../../internals/pglite-files.ts';
import { folderForThisTest } from '../helpers/folder.ts';

/** As PostgreSQL creates the files of tables: for writing, and only where there is none. */
const NEW = 0o1 | 0o100 | 0o200;

/** A database with a folder that is away for a moment, and a function that creates a file there. */
async function database() {
  const folder = join(await folderForThisTest(), 'postgres');
  const pglite = await PGlite.create(folder);
  onTestFinished(() => pglite.close());
  const at = join(folder, 'folder');
  await mkdir(at);
  const files = pglite.Module.FS as unknown as { open: (path: string, flags: number, mode: number) => unknown };
  const create = () => files.open('/pglite/data/folder/file', NEW, 0o600);
  const createInVain = async () => {
    files.open('/pglite/data/folder', 0, 0);
    await rename(at, `${at}-away`);
    expect(create).toThrow();
    await rename(`${at}-away`, at);
  };
  return { pglite, create, createInVain, exists: () => existsSync(join(at, 'file')) };
}

it('PGlite creates a file that it could not create before', async () => {
  const { pglite, create, createInVain, exists } = await database();
  forgetFailedFiles(pglite);
  await createInVain();

  create();

  expect(exists()).toBe(true);
  expect(create).toThrow();
});

// Once this fails, the repair is not needed any more.
it('PGlite by itself takes such a file for an existing one', async () => {
  const { create, createInVain, exists } = await database();
  await createInVain();

  expect(create).toThrow();

  expect(exists()).toBe(false);
});
