import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { freeBytesOf, RESERVE } from '../../../db/disk-guard.ts';
import { errorCodeOf } from '../../../db/error-code.ts';
import { MIB } from '../../../flow/byte-units.ts';
import { type Command, CommandRefused, onlyOne } from '../../../server/command.ts';
import { checkBackup, DamagedBackup, type Manifest, unpackBackup } from './archive.ts';
import { dataFolderOf, isOnServer } from './place.ts';
import type { ArchiveEntry } from './tar.ts';

/** Leftovers of an interrupted restore, and the entries of a new file system. */
const IGNORED = new Set(['restore.unfinished', 'lost+found']);

async function store(folder: string, { path, content }: ArchiveEntry) {
  const target = join(folder, path);
  if (path.endsWith('/')) return mkdir(target, { recursive: true, mode: 0o700 });
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  return pipeline(content, createWriteStream(target, { mode: 0o600, flags: 'wx' }));
}

/** Unpacks beside where the files belong, and then moves them there, the database last. */
async function unpack(file: string, folder: string) {
  const unfinished = join(folder, 'restore.unfinished');
  await rm(unfinished, { recursive: true, force: true });
  try {
    await unpackBackup(file, (entry) => store(unfinished, entry));
    const names = (await readdir(unfinished)).sort(
      (one, other) => Number(one === 'postgres') - Number(other === 'postgres'),
    );
    for (const name of names) await rename(join(unfinished, name), join(folder, name));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** @throws CommandRefused unless the folder is empty, or not there */
async function assertEmpty(folder: string) {
  const names = await readdir(folder).catch(() => []);
  if (names.some((name) => !IGNORED.has(name)))
    throw new CommandRefused(`DATA_DIR ${folder} is not empty: a backup is restored into an empty folder only.`);
}

/** Makes the folder, and checks that its disk has the space. */
async function prepareFolder(folder: string, { files }: Manifest) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const needed = files.reduce((sum, { size }) => sum + size, RESERVE);
  if ((await freeBytesOf(folder)) < needed)
    throw new CommandRefused(`The disk of DATA_DIR needs ${Math.ceil(needed / MIB)} MiB of free space.`);
}

async function restoreInto(folder: string, file: string) {
  try {
    const manifest = await checkBackup(file);
    await prepareFolder(folder, manifest);
    await unpack(file, folder);
    return manifest;
  } catch (error) {
    if (error instanceof DamagedBackup)
      throw new CommandRefused(`${file} is no whole backup: it is cut short, was altered, or is something else.`);
    if (error instanceof CommandRefused) throw error;
    throw new CommandRefused(`${file} cannot be restored into ${folder}: ${errorCodeOf(error) ?? 'an unknown error'}.`);
  }
}

export const restore: Command = {
  form: 'FILE',
  does: 'Puts a backup into DATA_DIR, which must be empty, after checking it.',
  async run(args, _open, shell) {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
    const name = onlyOne(positionals, 'FILE');
    if (isOnServer(shell))
      throw new CommandRefused(
        'The database is a PostgreSQL server: restore a dump with pg_restore. See "Backup" in docs/run.md.',
      );
    const folder = dataFolderOf(shell);
    await assertEmpty(folder);
    const { files, createdAt, version } = await restoreInto(folder, resolve(shell.folder, name));
    const ofVersion = `${createdAt} by version ${version}`;
    return [
      `${folder} has the ${files.length} files of the backup made at ${ofVersion}, compared by number and SHA-256.`,
      ...(shell.variables.ENCRYPTION_KEY?.trim()
        ? ['ENCRYPTION_KEY is set: it wins over that of the backup. npm run portal -- doctor says whether it fits.']
        : []),
    ];
  },
};
