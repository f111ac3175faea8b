import { statfs } from 'node:fs/promises';
import type { SendStatement } from '../internals/postgres-client.ts';

const MIB = 1024 * 1024;
/** Below this the database is read-only. */
export const RESERVE = 64 * MIB;
/** The free space needed to open a database, also after a kill. */
const LEAST = 8 * MIB;
const INTERVAL = 1000;

/** The disk of the data folder is too full for the operation. The message is one line for the operator. */
export class DiskFull extends Error {
  static readonly toStart =
    'The disk of DATA_DIR has less than 64 MiB free, and this start has to write to the database. Free some space first.';
}

export interface DiskOptions {
  /** Logs a sentence for the operator. */
  warn?: (sentence: string) => void;
  /** Gives the free bytes of the disk that holds a folder. */
  freeBytes?: (folder: string) => Promise<number>;
}

/** The free bytes of the disk that holds a folder. */
export const freeBytesOf = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Makes the embedded database read-only while its disk is almost full: it could not be opened again after a write that
 * a full disk cut short. The disk is asked at most once a second. `exists` says whether there is a database to open.
 *
 * @throws {DiskFull} if there is too little space to open or to make the database
 */
export async function guardDisk(folder: string, exists: boolean, options: DiskOptions) {
  const { warn = process.emitWarning, freeBytes = freeBytesOf } = options;
  const warnOfLow = () => warn('The disk of DATA_DIR has less than 64 MiB free: writes are refused until it has more.');
  const free = await freeBytes(folder);
  const least = exists ? LEAST : RESERVE;
  if (free < least)
    throw new DiskFull(`The disk of DATA_DIR ${folder} has less than ${least / MIB} MiB free. Free some space first.`);

  let low = free < RESERVE;
  if (low) warnOfLow();
  let checkedAt = performance.now();
  const settings = new WeakMap<SendStatement, boolean>();
  const prepare = async (send: SendStatement) => {
    if (performance.now() - checkedAt > INTERVAL) {
      checkedAt = performance.now();
      const before = low;
      low = (await freeBytes(folder)) < RESERVE;
      if (low && !before) warnOfLow();
      if (before && !low) warn('The disk of DATA_DIR has enough space again: writes are accepted.');
    }
    if (settings.get(send) === low) return;
    await send(`set default_transaction_read_only = ${low ? 'on' : 'off'}`);
    settings.set(send, low);
  };
  return { prepare, isLow: () => low };
}
