import { statfs } from 'node:fs/promises';
import type { SendStatement } from '../internals/postgres-client.ts';

const RESERVE = 64 * 1024 * 1024;
const INTERVAL = 1000;

/** The disk of the data folder is almost full. */
export class DiskFull extends Error {}

export interface DiskOptions {
  /** Logs a sentence for the operator. */
  warn?: (sentence: string) => void;
  /** Gives the free bytes of the disk that holds a folder. */
  freeBytes?: (folder: string) => Promise<number>;
}

const freeBytesOf = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Makes the embedded database read-only while its disk is almost full: it could not be opened again after a write that
 * a full disk cut short. The disk is asked at most once a second.
 *
 * @throws {DiskFull} if there is too little space to begin with
 */
export async function guardDisk(folder: string, { warn = process.emitWarning, freeBytes = freeBytesOf }: DiskOptions) {
  const isLow = async () => (await freeBytes(folder)) < RESERVE;
  if (await isLow())
    throw new DiskFull(`The disk of DATA_DIR ${folder} has less than 64 MiB free. Free some space first.`);

  let low = false;
  let checkedAt = performance.now();
  const settings = new WeakMap<SendStatement, boolean>();
  return async (send: SendStatement) => {
    if (performance.now() - checkedAt > INTERVAL) {
      checkedAt = performance.now();
      const before = low;
      low = await isLow();
      if (low && !before) warn('The disk of DATA_DIR has less than 64 MiB free: writes are refused until it has more.');
      if (before && !low) warn('The disk of DATA_DIR has enough space again: writes are accepted.');
    }
    if (settings.get(send) === low) return;
    await send(`set default_transaction_read_only = ${low ? 'on' : 'off'}`);
    settings.set(send, low);
  };
}
