import { pipeline } from 'node:stream/promises';
import { extract, type Pack, pack } from 'tar-stream';

/** A file or folder of an archive. The path of a folder ends with a slash. */
export interface ArchiveEntry {
  path: string;
  size: number;
  content: AsyncIterable<Buffer>;
}

// Nothing about the machine or the moment, so that the same files make the same bytes.
const ALIKE = { uid: 0, gid: 0, mtime: new Date(0) };

async function fill(archive: Pack, entries: AsyncIterable<ArchiveEntry>) {
  for await (const { path: name, size, content } of entries) {
    if (name.endsWith('/')) archive.entry({ ...ALIKE, name, type: 'directory', mode: 0o700 });
    else await pipeline(content, archive.entry({ ...ALIKE, name, size, mode: 0o600 }));
  }
  archive.finalize();
}

/** The bytes of an archive, which `tar xf` reads. @throws errors of the entries */
export function writeTar(entries: AsyncIterable<ArchiveEntry>): AsyncIterable<Buffer> {
  const archive = pack();
  fill(archive, entries).catch((error) => archive.destroy(error));
  return archive as AsyncIterable<Buffer>;
}

/**
 * Reads an archive. Each entry's content is to be read to its end, before the next entry.
 *
 * @throws errors of the source, and where the archive is damaged or cut short
 */
export async function* readTar(source: NodeJS.ReadableStream): AsyncGenerator<ArchiveEntry> {
  const archive = extract();
  // A failure destroys the archive, whose entries then throw it.
  const reading = pipeline(source, archive);
  reading.catch(() => {});
  for await (const entry of archive) {
    const { name, size = 0, type } = entry.header;
    const path = type === 'directory' && !name.endsWith('/') ? `${name}/` : name;
    yield { path, size, content: entry as AsyncIterable<Buffer> };
  }
  await reading;
}
