import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Env } from '../env.ts';
import { signLink } from './links.ts';
import { FILES } from './settings.ts';
import type { Storage } from './storage.ts';

/** Writes each file under a temporary name first, so that nobody reads half of it. */
class AtomicDriver extends FSDriver {
  override async put(key: string, contents: string | Uint8Array) {
    const root = String(this.options.location);
    const temporary = join(root, `${randomUUID()}.part`);
    await writeFile(temporary, contents, { mode: 0o600 });
    await rename(temporary, join(root, key));
  }
}

/** Stores files in a folder of this machine. */
export async function folder({ STORAGE_DIR, STORAGE_URL, PUBLIC_URL, SIGNING_KEY }: Env): Promise<Storage> {
  const location = resolve(STORAGE_DIR);
  await mkdir(location, { recursive: true, mode: 0o700 });
  return {
    disk: new Disk(new AtomicDriver({ location, visibility: 'private' })),
    prefix: '',
    async urlOf(file, filename) {
      const expires = Math.floor(Date.now() / 1000) + FILES.openFor;
      return `${STORAGE_URL ?? `${PUBLIC_URL}/reports`}/${signLink(SIGNING_KEY, { file, filename, expires })}`;
    },
  };
}
