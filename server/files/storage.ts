import type { Disk } from 'flydrive';

export const PDF = 'application/pdf';

/** The Content-Disposition of a download. The file name is plain ASCII. */
export const attachment = (filename: string) => `attachment; filename="${filename}"`;

/** Where files are stored, and the temporary download address of each. */
export interface Storage {
  disk: Disk;
  prefix: string;
  /** The files whose names start like this, and the times of their last change. */
  filesOf: (start: string) => Promise<{ file: string; at: number }[]>;
  urlOf: (file: string, filename: string) => Promise<string>;
}
