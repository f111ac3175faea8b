import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Env } from '../env.ts';
import type { FileKind } from './kinds.ts';
import { linkBase, signLink } from './links.ts';
import type { Storage } from './storage.ts';
import { writeWhole } from './whole.ts';

const create = (location: string) => mkdir(location, { recursive: true, mode: 0o700 });

/** Writes whole files or none. Creates the folder again if somebody has deleted it. */
class AtomicDriver extends FSDriver {
  override async put(key: string, contents: string | Uint8Array) {
    const root = String(this.options.location);
    await create(root);
    await writeWhole(join(root, `${randomUUID()}.part`), join(root, key), (part) =>
      writeFile(part, contents, { mode: 0o600 }),
    );
  }
}

/** Stores files of a kind in a folder of this machine. */
export async function folder(env: Env, { extension }: FileKind): Promise<Storage> {
  const location = resolve(env.STORAGE_DIR);
  await create(location);
  const namesOf = async (start: string, end: string) =>
    (await readdir(location)).filter((name) => name.startsWith(start) && name.endsWith(end));
  return {
    disk: new Disk(new AtomicDriver({ location, visibility: 'private' })),
    prefix: '',
    async write(file, contents) {
      const path = join(location, `${file}.${extension}`);
      await create(location);
      await writeWhole(`${path}.part`, path, (part) => pipeline(contents, createWriteStream(part, { mode: 0o600 })));
    },
    async filesOf(start) {
      const names = await namesOf(start, `.${extension}`);
      const at = async (name: string) => (await stat(join(location, name))).mtimeMs;
      return Promise.all(names.map(async (name) => ({ file: basename(name, `.${extension}`), at: await at(name) })));
    },
    async removeParts(start) {
      const names = await namesOf(start, `.${extension}.part`);
      await Promise.all(names.map((name) => rm(join(location, name), { force: true })));
    },
    async urlOf(file, filename, expires) {
      return `${linkBase(env)}/${signLink(env.SIGNING_KEY, { file, filename, expires })}`;
    },
  };
}
