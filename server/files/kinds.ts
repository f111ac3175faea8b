import { days } from '../durations.ts';

/** A kind of stored files. */
export interface FileKind {
  /** Of the names of stored files and of downloads. */
  extension: 'pdf' | 'zip' | 'report';
  type: string;
  /** Milliseconds until a file is deleted, unless somebody does it sooner. */
  kept: number;
}

export const REPORT: FileKind = { extension: 'pdf', type: 'application/pdf', kept: days(30) };

/** Archives of all that a client has. Their rows in the database go after a day, and the files with them. */
export const ARCHIVE: FileKind = { extension: 'zip', type: 'application/zip', kept: days(2) };

/** Reports that were sent, or wait for it: PDF files that stay as long as their rows, and a few days longer. */
export const KEPT_REPORT: FileKind = { extension: 'report', type: 'application/pdf', kept: days(740) };

/** The kind of a download by its file name. */
export const kindOf = (filename: string) => (filename.endsWith(`.${ARCHIVE.extension}`) ? ARCHIVE : REPORT);
