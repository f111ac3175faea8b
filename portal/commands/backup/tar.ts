import { buffer } from 'node:stream/consumers';

// The part of the tar format (POSIX.1-2001, pax) that backups need: files and folders with their paths and sizes. `tar
// xzf` reads what is written here.

const BLOCK = 512;
const NAME_BYTES = 100;
const TYPES = { file: '0', folder: '5', pax: 'x' } as const;

/** A file or folder of an archive. The path of a folder ends with a slash. */
export interface ArchiveEntry {
  path: string;
  size: number;
  content: AsyncIterable<Buffer>;
}

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;

function header(path: string, size: number, type: keyof typeof TYPES) {
  const block = Buffer.alloc(BLOCK);
  block.write(path, 0, NAME_BYTES, 'utf8');
  block.write(octal(type === 'folder' ? 0o700 : 0o600, 7) + octal(0, 7) + octal(0, 7), 100);
  block.write(octal(size, 11) + octal(0, 11), 124);
  block.write(' '.repeat(8) + TYPES[type], 148);
  block.write('ustar\x0000', 257);
  block.write(
    `${octal(
      block.reduce((sum, byte) => sum + byte, 0),
      6,
    )} `,
    148,
  );
  return block;
}

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** A record of pax begins with its own length. */
function paxRecord(path: string) {
  const rest = ` path=${path}\n`;
  const bytes = Buffer.byteLength(rest);
  const total = bytes + String(bytes).length;
  return Buffer.from(`${String(total).length > String(bytes).length ? total + 1 : total}${rest}`);
}

/** The bytes of an archive. */
export async function* writeTar(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer> {
  for await (const { path, size, content } of entries) {
    if (Buffer.byteLength(path) > NAME_BYTES) {
      const record = paxRecord(path);
      yield Buffer.concat([header('path', record.length, 'pax'), record, padding(record.length)]);
    }
    yield header(path, size, path.endsWith('/') ? 'folder' : 'file');
    yield* content;
    yield padding(size);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Hands out the bytes of a stream in parts. @throws when it ends too early */
function partsOf(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  async function* part(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (rest.length === 0) {
        const { value, done } = await chunks.next();
        if (done) throw new Error('The archive is cut short.');
        rest = value;
      }
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
  const whole = (size: number) => buffer(part(size));
  return { part, whole };
}

/** Reads an archive. Each entry's content is to be read to its end, before the next entry. */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
  const { part, whole } = partsOf(stream);
  let long: string | undefined;
  for (;;) {
    const block = await whole(BLOCK);
    if (block.every((byte) => byte === 0)) return;
    const size = Number.parseInt(block.toString('latin1', 124, 135), 8);
    if (!Number.isSafeInteger(size)) throw new Error('The archive is damaged.');
    if (block.toString('latin1', 156, 157) === TYPES.pax) {
      long = /^\d+ path=(.*)\n$/s.exec((await whole(size)).toString('utf8'))?.[1];
    } else {
      const [short = ''] = block.toString('utf8', 0, NAME_BYTES).split('\0');
      yield { path: long ?? short, size, content: part(size) };
      long = undefined;
    }
    await whole(padding(size).length);
  }
}
