import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { type ArchiveEntry, readTar, writeTar } from './tar.ts';

// A backup is a gzipped tar. Its last entry is a list of the files with their SHA-256; after the archive follows the
// SHA-256 of all bytes before, in a gzip member of its own, which unpacking programs pass over.

// No other entry has this name: files whose names begin with a dot are left out.
const MANIFEST = '.backup.json';
const ManifestShape = z.object({
  format: z.literal(1),
  version: z.string(),
  createdAt: z.iso.datetime(),
  files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
});

/** The manifest of a backup. */
export type Manifest = z.infer<typeof ManifestShape>;

/** A file that is no backup, or not a whole one. */
export class DamagedBackup extends Error {}

function seal(sha256: string) {
  const member = gzipSync(`sha256 ${sha256}\n`, { level: 0 });
  // The byte names the operating system: unknown, so that all make the same.
  member[9] = 255;
  return member;
}

const SEAL_BYTES = seal('0'.repeat(64)).length;

/** The same bytes, which the hash takes in as they pass. */
async function* observed(content: AsyncIterable<Buffer>, hash: Hash) {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* hashed(
  entries: AsyncIterable<ArchiveEntry>,
  about: Omit<Manifest, 'files'>,
): AsyncGenerator<ArchiveEntry> {
  const files: Manifest['files'] = [];
  for await (const { path, size, content } of entries) {
    const hash = createHash('sha256');
    yield { path, size, content: observed(content, hash) };
    files.push({ path, size, sha256: hash.digest('hex') });
  }
  const manifest = Buffer.from(JSON.stringify({ ...about, files }));
  yield { path: MANIFEST, size: manifest.length, content: Readable.from([manifest]) };
}

/** Writes a backup, readable by its owner only. @throws errors of the file system */
export async function writeBackup(file: string, entries: AsyncIterable<ArchiveEntry>, version: string) {
  const about = { format: 1, version, createdAt: new Date().toISOString() } as const;
  const hash = createHash('sha256');
  const bytes = Readable.from(writeTar(hashed(entries, about)), { objectMode: false });
  await pipeline(
    bytes,
    createGzip({ level: 3 }),
    (source) => observed(source, hash),
    createWriteStream(file, { mode: 0o600, flags: 'wx' }),
  );
  const handle = await open(file, 'a');
  await handle.write(seal(hash.digest('hex')));
  await handle.sync();
  await handle.close();
}

/** Checks that the file is whole: no byte is missing, added or changed. @throws DamagedBackup */
async function checkSeal(file: string) {
  const { size } = await stat(file);
  const end = size - SEAL_BYTES;
  if (end <= 0) throw new DamagedBackup();
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: end - 1 })) hash.update(chunk);
  const sealed = await buffer(createReadStream(file, { start: end }));
  if (!sealed.equals(seal(hash.digest('hex')))) throw new DamagedBackup();
}

const isInside = (path: string) =>
  path.length > 0 && !path.startsWith('/') && !/[\\:\0]/.test(path) && !path.split('/').includes('..');

/** Reads the entries, and compares number, sizes and hashes with the manifest. @throws DamagedBackup */
async function readEntries(file: string, store: (entry: ArchiveEntry) => Promise<unknown>): Promise<Manifest> {
  const { size } = await stat(file);
  const source = createReadStream(file, { end: size - SEAL_BYTES - 1 }).pipe(createGunzip());
  const found: Manifest['files'] = [];
  for await (const { path, size: bytes, content } of readTar(source)) {
    if (path === MANIFEST) {
      const text = (await buffer(content)).toString('utf8');
      const manifest = ManifestShape.parse(JSON.parse(text));
      if (JSON.stringify(manifest.files) !== JSON.stringify(found)) throw new DamagedBackup();
      return manifest;
    }
    if (!isInside(path)) throw new DamagedBackup();
    const hash = createHash('sha256');
    await store({ path, size: bytes, content: observed(content, hash) });
    found.push({ path, size: bytes, sha256: hash.digest('hex') });
  }
  throw new DamagedBackup();
}

const drain = async ({ content }: ArchiveEntry) => {
  for await (const _ of content);
};

/** Checks a backup without writing anything. @throws DamagedBackup; errors of the file system */
export async function checkBackup(file: string): Promise<Manifest> {
  await checkSeal(file);
  return readEntries(file, drain).catch(() => {
    throw new DamagedBackup();
  });
}

/** Reads a checked backup, and checks each entry once more. @throws DamagedBackup; errors of `store` */
export const unpackBackup = readEntries;
