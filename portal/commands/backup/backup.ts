import { existsSync, readFileSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lockFolder } from '../../../db/embedded.ts';
import { errorCodeOf } from '../../../db/error-code.ts';
import { MIB } from '../../../flow/byte-units.ts';
import { type Command, CommandRefused, onlyOne, type Shell } from '../../../server/command.ts';
import { type Env, readEnv } from '../../../server/env.ts';
import { checkBackup, DamagedBackup, writeBackup } from './archive.ts';
import { contentsOf, copyDatabase } from './contents.ts';
import { dataFolderOf, isOnServer } from './place.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

/** The files of the database: a copy from the running portal, else the folder itself under its lock. */
async function filesOfDatabase({ portal }: Shell, env: Env) {
  if (portal) return copyDatabase(env, portal.database);
  const lock = lockFolder(env.DATA_DIR);
  return { copy: join(env.DATA_DIR, 'postgres'), remove: async () => lock.close() };
}

let busy = false;

/** Writes the file under another name, reads it back, and gives it its name. */
async function make(file: string, shell: Shell, env: Env) {
  const unfinished = `${file}.unfinished`;
  const { copy, remove } = await filesOfDatabase(shell, env);
  try {
    await writeBackup(unfinished, contentsOf(env, copy), version);
    const manifest = await checkBackup(unfinished);
    await rename(unfinished, file);
    return manifest;
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') await rm(unfinished, { force: true });
    throw error;
  } finally {
    await remove();
  }
}

export const backup: Command = {
  form: 'FILE',
  does: 'Writes the embedded database, the files of DATA_DIR and the keys into one file, while the portal runs or not.',
  async run(args, _open, shell) {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
    const name = onlyOne(positionals, 'FILE');
    if (isOnServer(shell))
      throw new CommandRefused(
        'The database is a PostgreSQL server: back it up with pg_dump, and the keys beside it. See "Backup" in docs/run.md.',
      );
    const file = resolve(shell.folder, name);
    const folder = dataFolderOf(shell);
    if (!relative(folder, file).startsWith('..'))
      throw new CommandRefused('Choose a place outside of DATA_DIR: the next backup would hold this one.');
    if (existsSync(file)) throw new CommandRefused(`${file} exists already.`);
    if (!existsSync(join(folder, 'postgres'))) throw new CommandRefused(`There is no database in DATA_DIR ${folder}.`);
    if (busy) throw new CommandRefused('Another backup is being made.');

    busy = true;
    try {
      const { files } = await make(file, shell, shell.portal?.env ?? readEnv(shell.variables));
      const { size } = await stat(file);
      return [
        `${file} holds ${files.length} files in ${(size / MIB).toFixed(1)} MiB, read back and compared.`,
        'It holds the keys too: keep it where nobody else can read it.',
      ];
    } catch (error) {
      if (error instanceof DamagedBackup) throw new CommandRefused(`${file} could not be read back as it was written.`);
      if (errorCodeOf(error) === 'EEXIST') throw new CommandRefused(`${file}.unfinished is in the way: remove it.`);
      if (!/^E[A-Z]+$/.test(String(errorCodeOf(error)))) throw error;
      const who = shell.portal ? 'the running portal, which writes it' : 'this user';
      throw new CommandRefused(
        `${file} cannot be written: ${errorCodeOf(error) ?? 'an unknown error'}. Is there space, and may ${who}?`,
      );
    } finally {
      busy = false;
    }
  },
};
