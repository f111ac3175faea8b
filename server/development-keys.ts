import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes new keys: first elsewhere, so that a full disk or a loss of power leaves no empty file. */
function create(file: string, names: readonly string[]) {
  const draft = `${file}.${process.pid}`;
  const fresh = Object.fromEntries(names.map((name) => [name, randomBytes(32).toString('base64')]));
  try {
    writeFileSync(draft, JSON.stringify(fresh, null, 2), { mode: 0o600, flush: true });
    linkSync(draft, file);
  } catch (error) {
    // Another process was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * The keys of an unconfigured portal: generated at the first start and kept in the data folder, readable by its owner
 * only. Nothing is written when all keys are configured.
 */
export function devKeys(folder: string, names: readonly string[], given: Record<string, string | undefined>) {
  if (names.every((name) => given[name])) return {};

  const file = join(folder, 'keys.json');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) create(file, names);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}
