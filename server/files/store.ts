import { basename } from 'node:path';
import type { Env } from '../env.ts';
import { folder } from './folder.ts';
import { FILES } from './settings.ts';
import { PDF, type Storage } from './storage.ts';

/** Opens the configured storage. The S3 client is loaded only when it is used. */
const openStorage = (env: Env): Promise<Storage> =>
  env.S3_BUCKET ? import('./bucket.ts').then(({ bucket }) => bucket(env, env.S3_BUCKET ?? '')) : folder(env);

// Other files of the bucket or folder are not ours to delete.
const OWN_FILES = /^([\w-]{43}\.pdf|[0-9a-f-]{36}\.part)$/;

/** Opens the store of finished reports, under unguessable names. */
export function openStore(env: Env) {
  let opened: Promise<Storage> | undefined;
  const storage = () => {
    opened ??= openStorage(env);
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  const keyOf = ({ prefix }: Storage, file: string) => `${prefix}${file}.pdf`;
  let page: string | undefined;

  return {
    /** The size of a file in bytes; undefined without one, or when it will be deleted before its address expires. */
    async sizeOf(file: string) {
      const at = await storage();
      if (!(await at.disk.exists(keyOf(at, file)))) return undefined;
      const { contentLength, lastModified } = await at.disk.getMetaData(keyOf(at, file));
      const age = Date.now() - lastModified.getTime();
      return age < FILES.kept - 2000 * FILES.openFor ? contentLength : undefined;
    },
    async put(file: string, pdf: Uint8Array) {
      const at = await storage();
      await at.disk.put(keyOf(at, file), pdf, { contentType: PDF });
    },
    /** Deletes the files whose names start like this, except the newest. */
    async prune(start: string, { keep, newest }: { keep: number; newest: string }) {
      const at = await storage();
      const others = (await at.filesOf(start)).filter(({ file }) => file !== newest);
      const old = others.toSorted((one, other) => other.at - one.at).slice(keep - 1);
      await Promise.all(old.map(({ file }) => at.disk.delete(keyOf(at, file))));
    },
    /** A download address, valid for 15 minutes. */
    async urlOf(file: string, filename: string) {
      return (await storage()).urlOf(file, filename);
    },
    /** @throws without such a file */
    async read(file: string) {
      const at = await storage();
      return Buffer.from(await at.disk.getBytes(keyOf(at, file)));
    },
    /** Deletes files older than 30 days, looking at a thousand at a time. */
    async sweep(now = Date.now()) {
      const { disk, prefix } = await storage();
      const { objects, paginationToken } = await disk.listAll(prefix, {
        recursive: false,
        ...(page && { paginationToken: page }),
      });
      page = paginationToken;
      let checked = 0;
      for (const file of objects) {
        if (!file.isFile || !OWN_FILES.test(basename(file.key))) continue;
        if (++checked > FILES.sweptAtOnce) break;
        const { lastModified } = await file.getMetaData();
        if (now - lastModified.getTime() > FILES.kept) await disk.delete(file.key);
      }
    },
  };
}
