import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The keys of an unconfigured portal: generated at the first start and kept in the data folder, readable by its owner
 * only. Nothing is written when all keys are configured.
 */
export function devKeys(folder: string, names: readonly string[], given: Record<string, string | undefined>) {
  if (names.every((name) => given[name])) return {};

  const file = join(folder, 'keys.json');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    const fresh = Object.fromEntries(names.map((name) => [name, randomBytes(32).toString('base64')]));
    writeFileSync(file, JSON.stringify(fresh, null, 2), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}
