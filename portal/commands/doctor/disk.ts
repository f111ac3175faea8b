import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { freeInodesOf, RESERVE, RESERVED_INODES } from '../../../db/disk-guard.ts';
import { MIB } from '../../../flow/byte-units.ts';
import { codesOf, type Diagnosis, failure, ok, warning } from '../../../server/diagnosis.ts';
import { seconds } from '../../../server/durations.ts';

const COMFORTABLE = 1024 * MIB;

/** The folder, or the nearest existing parent. */
function standing(folder: string): string {
  const path = resolve(folder);
  return existsSync(path) || dirname(path) === path ? path : standing(dirname(path));
}

export const disk: Diagnosis = {
  check: 'disk',
  of: ['DATA_DIR', 'STORAGE_DIR'],
  limit: seconds(5),
  async run({ env, freeBytes }) {
    const folders = { DATA_DIR: env.DATA_DIR, ...(!env.S3_BUCKET && { STORAGE_DIR: env.STORAGE_DIR }) };
    const free: number[] = [];
    for (const [name, folder] of Object.entries(folders)) {
      const at = standing(folder);
      try {
        await access(at, constants.W_OK);
        free.push(await freeBytes(at));
        if ((await freeInodesOf(at)) < RESERVED_INODES)
          return failure(
            `${name} ${folder} has too few inodes: delete small files. Below 1,024 an embedded database refuses writes.`,
          );
      } catch (error) {
        return failure(`${name} ${folder} cannot be written (${codesOf(error)}): give it to the portal’s user.`);
      }
    }
    const least = Math.min(...free);
    const said = `${Math.floor(least / MIB)} MiB are free.`;
    if (least < RESERVE) return failure(`${said} Free some: below 64 MiB an embedded database refuses writes.`);
    return least < COMFORTABLE ? warning(`${said} Free some, or give the portal a larger disk.`) : ok(said);
  },
};
