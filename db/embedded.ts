import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { forgetFailedFiles } from '../internals/pglite-files.ts';
import { type DiskOptions, guardDisk } from './disk-guard.ts';
import { copyPrepared } from './prepared-folder.ts';

/** The data folder is open in another process. */
export class FolderInUse extends Error {}

/**
 * Locks the data folder for this process. SQLite holds a lock of the operating system, which is released with the
 * process, however it ends.
 */
export function lockFolder(folder: string) {
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new FolderInUse(
      `The data folder ${folder} is in use by another process. Stop that one, or set DATA_DIR or DATABASE_URL.`,
    );
  }
  return lock;
}

/** Turns of the event loop after a statement: one for every 4 ms that it took, up to 32. */
const TURNS = { milliseconds: 4, most: 32 };

/**
 * Lets the event loop turn after a long statement, which is one turn itself. The loop accepts one connection in a turn:
 * with statements back to back, a connection behind hundreds of others would wait for as many statements.
 */
async function yieldTurns(took: number) {
  const turns = Math.min(TURNS.most, Math.floor(took / TURNS.milliseconds));
  for (let turn = 0; turn < turns; turn++) await nextTurn();
}

/** Opens PostgreSQL inside this process. It speaks PostgreSQL's protocol, so the driver treats it as a server. */
export async function openEmbedded(folder: string, disk: DiskOptions = {}) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder);
  const data = join(folder, 'postgres');
  const guard = await guardDisk(folder, existsSync(data), disk).catch((error) => {
    lock.close();
    throw error;
  });
  copyPrepared(data);
  // V8's optimizing compiler takes 600 MiB and seconds of the processor for the largest function of PostgreSQL alone.
  // Without it short queries are as fast, and sums over many rows take 1.4 times as long.
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
  // Optional: an installation with a server does without it.
  const { PGlite } = await import('@electric-sql/pglite');
  // Few open files: descriptors are for connections. Few buffers: they are cleared at each start, and the system caches
  // too. A checkpoint (upkeep.ts) keeps as much of the log for reuse as these allow. Small samples for statistics, as
  // everybody waits for them.
  const settings = [
    ...['shared_buffers=32MB', 'max_files_per_process=64', 'max_wal_size=64MB', 'min_wal_size=32MB'],
    'default_statistics_target=10',
  ];
  const startParams = [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])];
  const pglite = await PGlite.create(data, { startParams });
  forgetFailedFiles(pglite);

  // Milliseconds of all statements.
  let computed = 0;
  const socket = () => {
    const wire = new Duplex({
      read() {},
      async write(bytes: Uint8Array, _encoding, done) {
        try {
          const parts: Buffer[] = [];
          const began = performance.now();
          // Not `execProtocolRaw`: it parses the answer as well, and keeps its rows for good.
          await pglite.execProtocolRawStream(bytes, { onRawData: (part) => void parts.push(Buffer.from(part)) });
          const took = performance.now() - began;
          computed += took;
          await yieldTurns(took);
          wire.push(Buffer.concat(parts));
          done();
        } catch (error) {
          done(error as Error);
        }
      },
      final(done) {
        wire.push(null);
        done();
      },
    });
    // The driver terminates only sockets whose state is open.
    return Object.assign(wire, { readyState: 'open' });
  };

  const close = async () => {
    await pglite.close();
    lock.close();
  };
  return { socket, ...guard, computed: () => computed, close };
}
