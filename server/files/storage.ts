import type { Readable } from 'node:stream';
import type { Disk } from 'flydrive';

/** The Content-Disposition of a download. The file name is plain ASCII. */
export const attachment = (filename: string) => `attachment; filename="${filename}"`;

/** Where files of a kind are stored, and the temporary download address of each. */
export interface Storage {
  disk: Disk;
  prefix: string;
  /** Stores a stream in bounded memory. Nobody sees a part of it, and a repeated call starts again. */
  write: (file: string, contents: Readable) => Promise<void>;
  /** The files whose names start like this, and the times of their last change. */
  filesOf: (start: string) => Promise<{ file: string; at: number }[]>;
  /** Deletes what interrupted writes of files whose names start like this have left. */
  removeParts: (start: string) => Promise<void>;
  /** An address that is valid until `expires`, in Unix seconds. */
  urlOf: (file: string, filename: string, expires: number) => Promise<string>;
}
