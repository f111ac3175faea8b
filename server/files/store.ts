import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Env } from '../env.ts';
import { linkTo } from './links.ts';
import { FILES } from './settings.ts';

export const PDF = 'application/pdf';

/** As every browser takes it to save a file; the name is plain ASCII. */
export const attachment = (filename: string) => `attachment; filename="${filename}"`;

/** Where files are kept, and the address at which one can be fetched for a while. */
export interface Place {
  disk: Disk;
  prefix: string;
  urlOf: (file: string, filename: string) => Promise<string>;
}

/** Files of one folder. One that is being written has another name, so that nobody reads half of it. */
class Folder extends FSDriver {
  override async put(key: string, contents: string | Uint8Array) {
    const root = String(this.options.location);
    const unfinished = join(root, `${randomUUID()}.part`);
    await writeFile(unfinished, contents, { mode: 0o600 });
    await rename(unfinished, join(root, key));
  }
}

async function folder({ STORAGE_DIR, STORAGE_URL, PUBLIC_URL, SIGNING_KEY }: Env): Promise<Place> {
  const location = resolve(STORAGE_DIR);
  await mkdir(location, { recursive: true, mode: 0o700 });
  return {
    disk: new Disk(new Folder({ location, visibility: 'private' })),
    prefix: '',
    async urlOf(file, filename) {
      const expires = Math.floor(Date.now() / 1000) + FILES.openFor;
      return `${STORAGE_URL ?? `${PUBLIC_URL}/reports`}/${linkTo(SIGNING_KEY, { file, filename, expires })}`;
    },
  };
}

/** The place that the configuration names. What S3 needs is loaded only where S3 is used. */
const openPlace = (env: Env): Promise<Place> =>
  env.S3_BUCKET ? import('./bucket.ts').then(({ bucket }) => bucket(env, env.S3_BUCKET ?? '')) : folder(env);

// What else there may be in a bucket or folder is not ours to delete.
const OURS = /^([\w-]{43}\.pdf|[0-9a-f-]{36}\.part)$/;

/** Finished reports, by unguessable names. */
export function openStore(env: Env) {
  let opened: Promise<Place> | undefined;
  const place = () => {
    opened ??= openPlace(env);
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  const keyOf = ({ prefix }: Place, file: string) => `${prefix}${file}.pdf`;
  let page: string | undefined;

  return {
    /** The size in bytes of a file that will not be swept while its address is open; undefined where there is none. */
    async sizeOf(file: string) {
      const at = await place();
      if (!(await at.disk.exists(keyOf(at, file)))) return undefined;
      const { contentLength, lastModified } = await at.disk.getMetaData(keyOf(at, file));
      const age = Date.now() - lastModified.getTime();
      return age < FILES.kept - 2000 * FILES.openFor ? contentLength : undefined;
    },
    async put(file: string, pdf: Uint8Array) {
      const at = await place();
      await at.disk.put(keyOf(at, file), pdf, { contentType: PDF });
    },
    /** An address that opens for 15 minutes. */
    async urlOf(file: string, filename: string) {
      return (await place()).urlOf(file, filename);
    },
    /** @throws where there is no such file */
    async read(file: string) {
      const at = await place();
      return Buffer.from(await at.disk.getBytes(keyOf(at, file)));
    },
    /** Deletes files over 30 days old, of a thousand at a time. */
    async sweep(now = Date.now()) {
      const { disk, prefix } = await place();
      const { objects, paginationToken } = await disk.listAll(prefix, {
        recursive: false,
        ...(page && { paginationToken: page }),
      });
      page = paginationToken;
      let looked = 0;
      for (const file of objects) {
        if (!file.isFile || !OURS.test(basename(file.key))) continue;
        if (++looked > FILES.sweptAtOnce) break;
        const { lastModified } = await file.getMetaData();
        if (now - lastModified.getTime() > FILES.kept) await disk.delete(file.key);
      }
    },
  };
}
