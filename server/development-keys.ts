import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodeOf } from '../db/error-code.ts';
import { BadEnv } from './bad-env.ts';

/** Writes new keys: first elsewhere, so that a full disk or a loss of power leaves no empty file. */
function create(file: string, names: readonly string[]) {
  const draft = `${file}.${process.pid}`;
  const fresh = Object.fromEntries(names.map((name) => [name, randomBytes(32).toString('base64')]));
  try {
    writeFileSync(draft, JSON.stringify(fresh, null, 2), { mode: 0o600, flush: true });
    linkSync(draft, file);
  } catch (error) {
    // Another process was quicker.
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * The keys of an unconfigured portal: generated at the first start and kept in the data folder, readable by its owner
 * only. Nothing is written when all keys are configured.
 *
 * @throws BadEnv for a broken file
 */
export function devKeys(folder: string, names: readonly string[], given: Record<string, string | undefined>) {
  if (names.every((name) => given[name])) return {};

  const file = join(folder, 'keys.json');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) create(file, names);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    throw new BadEnv(
      `The keys in ${file} cannot be read. Restore the file from a backup; without one, delete it: what was sealed under them, such as second factors, is then lost.`,
    );
  }
}
