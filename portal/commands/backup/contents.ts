import { constants, createReadStream } from 'node:fs';
import { cp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { freeBytesOf, RESERVE } from '../../../db/disk-guard.ts';
import { MIB } from '../../../flow/byte-units.ts';
import { CommandRefused } from '../../../server/command.ts';
import type { Env } from '../../../server/env.ts';
import { SECRETS } from '../../../server/production-faults.ts';
import { copyIn } from './place.ts';
import type { ArchiveEntry } from './tar.ts';

/** Entries of the data folder that are stored separately in a backup, recreated, or belong to the running process. */
const APART = new Set(['postgres', 'keys.json', 'lock', 'lock-journal', 'portal.sock', 'chromium']);
const UNFINISHED = /^\.|\.(part|unfinished)$/;

/** The files and folders below a folder, as paths with slashes, folders first. */
async function* walk(
  folder: string,
  at: string,
  skip: (name: string, path: string) => boolean,
): AsyncGenerator<string> {
  for (const item of await readdir(join(folder, at), { withFileTypes: true })) {
    const path = `${at}${item.name}`;
    if (skip(item.name, path)) continue;
    if (item.isDirectory()) {
      yield `${path}/`;
      yield* walk(folder, `${path}/`, skip);
    } else if (item.isFile()) yield path;
  }
}

async function bytesOf(folder: string) {
  let bytes = 0;
  for await (const path of walk(folder, '', () => false)) bytes += (await stat(join(folder, path))).size;
  return bytes;
}

const whole = (path: string, bytes: Buffer): ArchiveEntry => ({
  path,
  size: bytes.length,
  content: Readable.from([bytes]),
});

/** A file at its present length: bytes appended while it is read are left out. */
async function entryOf(folder: string, path: string, name = path): Promise<ArchiveEntry | undefined> {
  if (path.endsWith('/')) return whole(name, Buffer.alloc(0));
  const found = await stat(join(folder, path)).catch(() => undefined);
  if (!found) return undefined;
  const { size } = found;
  return {
    path: name,
    size,
    content: size > 0 ? createReadStream(join(folder, path), { end: size - 1 }) : Readable.from([]),
  };
}

/** The keys that are in use, wherever they come from. */
function keysOf(env: Env) {
  const { ENCRYPTION_KEY_PREVIOUS } = env;
  const keys = Object.fromEntries(SECRETS.map((name) => [name, env[name]]));
  return Buffer.from(JSON.stringify({ ...keys, ...(ENCRYPTION_KEY_PREVIOUS && { ENCRYPTION_KEY_PREVIOUS }) }, null, 2));
}

/** The contents of a backup: files of the data folder, the keys, and last the database, which lies in `database`. */
export async function* contentsOf(env: Env, database: string): AsyncGenerator<ArchiveEntry> {
  const skip = (name: string, path: string) => APART.has(path) || UNFINISHED.test(name);
  yield whole('keys.json', keysOf(env));
  for await (const path of walk(env.DATA_DIR, '', skip)) {
    const entry = await entryOf(env.DATA_DIR, path);
    if (entry) yield entry;
  }
  yield whole('postgres/', Buffer.alloc(0));
  for await (const path of walk(database, '', () => false)) {
    const entry = await entryOf(database, path, `postgres/${path}`);
    if (entry) yield entry;
  }
}

/**
 * Copies the files of the running database in a moment in which it executes nothing: PostgreSQL opens them as after a
 * crash, with everything that was committed. Statements wait meanwhile. Remove the copy when done.
 *
 * @throws CommandRefused without the space
 */
export async function copyDatabase({ DATA_DIR }: Pick<Env, 'DATA_DIR'>, database: Database) {
  const source = join(DATA_DIR, 'postgres');
  const copy = copyIn(DATA_DIR);
  await rm(copy, { recursive: true, force: true });
  const needed = (await bytesOf(source)) + RESERVE;
  if ((await freeBytesOf(DATA_DIR)) < needed)
    throw new CommandRefused(
      `The disk of DATA_DIR needs ${Math.ceil(needed / MIB)} MiB of free space for a moment. Free some first, or stop the portal.`,
    );
  const { db, close } = database.asOwner();
  try {
    // So that opening the copy has little to repeat.
    await db.execute(sql`checkpoint`);
    // A transaction has the only connection to itself.
    await db.transaction(() => cp(source, copy, { recursive: true, mode: constants.COPYFILE_FICLONE }));
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  } finally {
    await close();
  }
  return { copy, remove: () => rm(copy, { recursive: true, force: true }) };
}
