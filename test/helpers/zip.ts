import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const HEADER = 46;
const LOCAL_HEADER = 30;

/** The files of a ZIP archive without ZIP64 records, by path. */
function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from(new Uint32Array([END]).buffer));
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [size, name, extra, comment] = [20, 28, 30, 32].map((offset, n) =>
      n === 0 ? bytes.readUInt32LE(at + offset) : bytes.readUInt16LE(at + offset),
    ) as [number, number, number, number];
    const local = bytes.readUInt32LE(at + 42);
    const path = bytes.toString('utf8', at + HEADER, at + HEADER + name);
    const begin = local + LOCAL_HEADER + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const stored = bytes.subarray(begin, begin + size);
    files.set(path, bytes.readUInt16LE(at + 10) === 0 ? stored : inflateRawSync(stored));
    at += HEADER + name + extra + comment;
  }
  return files;
}

type Row = Record<string, unknown>;

/** Reads an archive of the portal: its files, its manifest, and the rows of its tables. */
export function readArchive(bytes: Buffer) {
  const files = unzip(bytes);
  const text = (path: string) => files.get(path)?.toString('utf8') ?? '';
  return {
    files,
    text,
    manifest: JSON.parse(text('manifest.json')) as {
      schemaVersion: number;
      files: { path: string; rows: number; sha256: string }[];
    },
    rows: (path: string): Row[] =>
      text(path)
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    /** The path, row count and hash of each file, as in the manifest. */
    contents: [...files]
      .filter(([path]) => path !== 'manifest.json')
      .map(([path, contents]) => ({
        path,
        rows: path.endsWith('.ndjson') ? contents.toString('utf8').split('\n').length - 1 : 1,
        sha256: createHash('sha256').update(contents).digest('hex'),
      })),
    /** All its text. */
    all: [...files.values()].map((contents) => contents.toString('utf8')).join('\n'),
  };
}
