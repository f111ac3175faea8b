import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file in an archive. */
export interface ZipEntry {
  path: string;
  /** Rows in it. */
  rows: number;
  /** Of its bytes, in hexadecimal. */
  sha256: string;
}

/** A part of a file: its text, and how many rows it has. */
export interface Portion {
  text: string;
  rows: number;
}

/**
 * A ZIP archive that is read while it is written: a portion is asked for when the one before is on its way, so its
 * memory does not grow with its size. Files are compressed outside of the event loop.
 */
export function openZip(now = new Date()) {
  const zip = new ZipFile();
  const contents = zip.outputStream as Readable;
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => {});
  contents.once('close', () => gone.reject(new Error('Nobody reads the archive any more.')));
  zip.on('error', (error) => contents.destroy(error as Error));

  return {
    /** The bytes of the archive. */
    contents,
    /** Adds a file, and waits until its last portion was taken. @throws when nobody reads any more */
    async add(path: string, portions: AsyncIterable<Portion> | Iterable<Portion>): Promise<ZipEntry> {
      const digest = createHash('sha256');
      const taken = Promise.withResolvers<void>();
      let rows = 0;
      async function* bytes() {
        for await (const portion of portions) {
          rows += portion.rows;
          const chunk = Buffer.from(portion.text);
          digest.update(chunk);
          if (chunk.length > 0) yield chunk;
        }
      }
      const source = Readable.from(bytes(), { objectMode: false });
      source.once('end', taken.resolve).once('error', taken.reject);
      zip.addReadStream(source, path, { mtime: now, mode: 0o100600 });
      try {
        await Promise.race([taken.promise, gone.promise]);
      } catch (error) {
        source.destroy();
        throw error;
      }
      return { path, rows, sha256: digest.digest('hex') };
    },
    /** Completes the archive. */
    end: () => zip.end(),
    /** Aborts it: readers get the error. */
    fail: (error: Error) => contents.destroy(error),
  };
}

export type Zip = ReturnType<typeof openZip>;
