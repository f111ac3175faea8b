import { rename, rm } from 'node:fs/promises';

/**
 * Writes a file under a temporary name and gives it its own when it is complete, so that nobody reads half of it. Of a
 * file that cannot be written nothing is left.
 */
export async function writeWhole(temporary: string, path: string, write: (temporary: string) => Promise<unknown>) {
  try {
    await write(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}
