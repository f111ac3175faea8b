import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The data folder of a migrated, empty database, made by `npm run build`: copying it is faster than initdb. */
export const PREPARED = fileURLToPath(new URL('../build/database', import.meta.url));

const root = fileURLToPath(new URL('../', import.meta.url));
const SOURCES = ['package-lock.json', 'db/*.ts', 'db/{migrations,schema}/**/*.{sql,json,ts}'];

let hashed: string | undefined;

/**
 * Identifies the code that migrates: it changes with every source of the schema, and with every package. A process
 * reads them once, as it loads them once.
 */
export function sourcesOfSchema(): string {
  if (hashed) return hashed;
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: root }).sort()) hash.update(file).update(readFileSync(join(root, file)));
  hashed = hash.digest('hex');
  return hashed;
}

/** The file beside the database that says which sources it was made from. */
export const MADE_FROM = 'made-from';

/** Whether a prepared folder is of this code. */
export function isFresh(prepared = PREPARED): boolean {
  const stamp = join(prepared, MADE_FROM);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesOfSchema();
}

/**
 * Puts the prepared database at `postgres`, where there is none and the prepared one is up to date. An interrupted copy
 * leaves nothing that is taken for a database.
 */
export function copyPrepared(postgres: string, prepared = PREPARED) {
  if (existsSync(postgres) || !isFresh(prepared)) return;
  const unfinished = `${postgres}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(join(prepared, 'postgres'), unfinished, { recursive: true });
  renameSync(unfinished, postgres);
}
