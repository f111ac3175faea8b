import { statfs } from 'node:fs/promises';
import { MIB } from '../flow/byte-units.ts';
import type { SendStatement } from '../internals/postgres-client.ts';

/** Below this the database is read-only. */
export const RESERVE = 64 * MIB;
export const RESERVED_INODES = 1024;
const TO_WRITE = { bytes: RESERVE, inodes: RESERVED_INODES };
/** What has to be free to open a database, also after a kill, and to make one, which has some 1,000 files. */
const TO_OPEN = { bytes: 8 * MIB, inodes: 64 };
const TO_MAKE = { bytes: RESERVE, inodes: 2 * RESERVED_INODES };

type Free = typeof TO_WRITE;
const INTERVAL = 1000;

/** The disk of the data folder is too full for the operation. The message is one line for the operator. */
export class DiskFull extends Error {
  static readonly toStart =
    'The disk of DATA_DIR has less than 64 MiB or 1,024 inodes free, and this start has to write to the database. Free some first.';
}

export interface DiskOptions {
  /** Logs a sentence for the operator. */
  warn?: (sentence: string) => void;
  /** Gives the free bytes of the disk that holds a folder. */
  freeBytes?: (folder: string) => Promise<number>;
  /** Gives how many files that disk can take. */
  freeInodes?: (folder: string) => Promise<number>;
}

/** The free bytes of the disk that holds a folder. */
export const freeBytesOf = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** How many files the disk that holds a folder can take; Infinity where it does not count them. */
export const freeInodesOf = async (folder: string) => {
  const { files, ffree } = await statfs(folder);
  return files > 0 ? ffree : Infinity;
};

/** What is less than it has to be, in words. */
function lackOf({ bytes, inodes }: Free, least: Free) {
  if (bytes < least.bytes) return `less than ${least.bytes / MIB} MiB free`;
  if (inodes < least.inodes) return `less than ${least.inodes.toLocaleString('en')} inodes free, one for each file`;
  return undefined;
}

/**
 * Makes the embedded database read-only while its disk is almost full, in bytes or in inodes: it could not be opened
 * again after a write that a full disk cut short. The disk is asked at most once a second. `exists` says whether there
 * is a database to open.
 *
 * @throws {DiskFull} if there is too little space to open or to make the database
 */
export async function guardDisk(folder: string, exists: boolean, options: DiskOptions) {
  const { warn = process.emitWarning, freeBytes = freeBytesOf, freeInodes = freeInodesOf } = options;
  const measure = async () => ({ bytes: await freeBytes(folder), inodes: await freeInodes(folder) });
  const free = await measure();
  const lacking = lackOf(free, exists ? TO_OPEN : TO_MAKE);
  if (lacking) throw new DiskFull(`The disk of DATA_DIR ${folder} has ${lacking}. Free some first.`);

  let low = false;
  function judge(now: Free) {
    const lack = lackOf(now, TO_WRITE);
    if (lack && !low) warn(`The disk of DATA_DIR has ${lack}: writes are refused until it has more.`);
    if (!lack && low) warn('The disk of DATA_DIR has enough space again: writes are accepted.');
    low = lack !== undefined;
  }
  judge(free);
  let checkedAt = performance.now();
  const settings = new WeakMap<SendStatement, boolean>();
  const prepare = async (send: SendStatement) => {
    if (performance.now() - checkedAt > INTERVAL) {
      checkedAt = performance.now();
      judge(await measure());
    }
    if (settings.get(send) === low) return;
    await send(`set default_transaction_read_only = ${low ? 'on' : 'off'}`);
    settings.set(send, low);
  };
  return { prepare, isLow: () => low };
}
