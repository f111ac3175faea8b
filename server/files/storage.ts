import type { Disk } from 'flydrive';

export const PDF = 'application/pdf';

/** The Content-Disposition of a download. The file name is plain ASCII. */
export const attachment = (filename: string) => `attachment; filename="${filename}"`;

/** Where files are stored, and the temporary download address of each. */
export interface Storage {
  disk: Disk;
  prefix: string;
  urlOf: (file: string, filename: string) => Promise<string>;
}
