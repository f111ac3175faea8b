import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Env } from '../env.ts';
import { signLink } from './links.ts';
import { FILES } from './settings.ts';
import type { Storage } from './storage.ts';

const create = (location: string) => mkdir(location, { recursive: true, mode: 0o700 });

/**
 * Writes each file under a temporary name first, so that nobody reads half of it. Creates the folder again if somebody
 * has deleted it.
 */
class AtomicDriver extends FSDriver {
  override async put(key: string, contents: string | Uint8Array) {
    const root = String(this.options.location);
    const temporary = join(root, `${randomUUID()}.part`);
    await create(root);
    await writeFile(temporary, contents, { mode: 0o600 });
    await rename(temporary, join(root, key));
  }
}

/** Stores files in a folder of this machine. */
export async function folder({ STORAGE_DIR, STORAGE_URL, PUBLIC_URL, SIGNING_KEY }: Env): Promise<Storage> {
  const location = resolve(STORAGE_DIR);
  await create(location);
  return {
    disk: new Disk(new AtomicDriver({ location, visibility: 'private' })),
    prefix: '',
    async filesOf(start) {
      const names = (await readdir(location)).filter((name) => name.startsWith(start) && name.endsWith('.pdf'));
      const at = async (name: string) => (await stat(join(location, name))).mtimeMs;
      return Promise.all(names.map(async (name) => ({ file: basename(name, '.pdf'), at: await at(name) })));
    },
    async urlOf(file, filename) {
      const expires = Math.floor(Date.now() / 1000) + FILES.openFor;
      return `${STORAGE_URL ?? `${PUBLIC_URL}/reports`}/${signLink(SIGNING_KEY, { file, filename, expires })}`;
    },
  };
}
