import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { Env } from '../env.ts';
import { folder } from './folder.ts';
import type { FileKind } from './kinds.ts';
import { FILES } from './settings.ts';
import type { Storage } from './storage.ts';

/** Opens the configured storage. The S3 client is loaded only when it is used. */
export const openStorage = (env: Env, kind: FileKind): Promise<Storage> =>
  env.S3_BUCKET
    ? import('./bucket.ts').then(({ bucket }) => bucket(env, env.S3_BUCKET ?? '', kind))
    : folder(env, kind);

// Other files of the bucket or folder are not ours to delete.
const ownFiles = ({ extension }: FileKind) =>
  new RegExp(`^([\\w-]{43}\\.${extension}(\\.part)?|[0-9a-f-]{36}\\.part)$`);

/** Opens the store of finished files of a kind, under unguessable names. */
export function openStore(env: Env, kind: FileKind) {
  let opened: Promise<Storage> | undefined;
  const storage = () => {
    opened ??= openStorage(env, kind);
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  const keyOf = ({ prefix }: Storage, file: string) => `${prefix}${file}.${kind.extension}`;
  const isOwn = ownFiles(kind);
  let page: string | undefined;

  return {
    /** The size of a file in bytes; undefined without one, or when it will be deleted before its address expires. */
    async sizeOf(file: string) {
      const at = await storage();
      if (!(await at.disk.exists(keyOf(at, file)))) return undefined;
      const { contentLength, lastModified } = await at.disk.getMetaData(keyOf(at, file));
      const age = Date.now() - lastModified.getTime();
      return age < kind.kept - 2000 * FILES.openFor ? contentLength : undefined;
    },
    async put(file: string, contents: Uint8Array) {
      const at = await storage();
      await at.disk.put(keyOf(at, file), contents, { contentType: kind.type });
    },
    /** Stores a stream of any length. A file that is there already is replaced when the new one is complete. */
    async write(file: string, contents: Readable) {
      const at = await storage();
      await at.write(file, contents);
    },
    /** Deletes the files whose names start like this, except the newest. */
    async prune(start: string, { keep, newest }: { keep: number; newest: string }) {
      const at = await storage();
      const others = (await at.filesOf(start)).filter(({ file }) => file !== newest);
      const old = others.toSorted((one, other) => other.at - one.at).slice(keep - 1);
      await Promise.all(old.map(({ file }) => at.disk.delete(keyOf(at, file))));
    },
    async remove(file: string) {
      const at = await storage();
      await at.disk.delete(keyOf(at, file));
    },
    /** Deletes all files whose names start like this, unfinished ones included. */
    async removeAll(start: string) {
      const at = await storage();
      await at.removeParts(start);
      for (const { file } of await at.filesOf(start)) await at.disk.delete(keyOf(at, file));
    },
    /** A download address, valid for 15 minutes unless `until` says otherwise. */
    async urlOf(file: string, filename: string, until = new Date(Date.now() + FILES.openFor * 1000)) {
      return (await storage()).urlOf(file, filename, Math.floor(until.getTime() / 1000));
    },
    /** @throws without such a file */
    async read(file: string) {
      const at = await storage();
      return Buffer.from(await at.disk.getBytes(keyOf(at, file)));
    },
    /** Opens a file, which may be large, with its size in bytes. @throws without such a file */
    async stream(file: string) {
      const at = await storage();
      const { contentLength } = await at.disk.getMetaData(keyOf(at, file));
      return { contents: await at.disk.getStream(keyOf(at, file)), size: contentLength };
    },
    /** Deletes files past the retention of the kind. Each call takes the next page of a bucket, or the whole folder. */
    async sweep(now = Date.now()) {
      const { disk, prefix } = await storage();
      const { objects, paginationToken } = await disk.listAll(prefix, {
        recursive: false,
        ...(page && { paginationToken: page }),
      });
      page = paginationToken;
      for (const file of objects) {
        if (!file.isFile || !isOwn.test(basename(file.key))) continue;
        const { lastModified } = await file.getMetaData();
        if (now - lastModified.getTime() > kind.kept) await disk.delete(file.key);
      }
    },
  };
}
