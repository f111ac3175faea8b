import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const MOUNTS = '/proc/mounts';
/** Of the data folders that tests have at once, with room to spare. */
const NEEDED = 8 * 1024 ** 3;

function isSuitable() {
  if (!existsSync(MEMORY) || !existsSync(MOUNTS)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  const [, options = 'noexec'] = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync(MOUNTS, 'utf8')) ?? [];
  // Chromium is unpacked into data folders.
  return bavail * bsize >= NEEDED && !options.split(',').includes('noexec');
}

/**
 * Where to make data folders: in memory where there is enough, as making the files of a database on a disk takes half a
 * second.
 */
export const temporaryFolder = () => (isSuitable() ? MEMORY : tmpdir());
