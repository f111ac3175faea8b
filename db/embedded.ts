import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Duplex } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';

/** A refusal to open a data folder that another living process has open. */
export class FolderInUse extends Error {}

/**
 * Takes the data folder for this process. The lock is one of the operating system, held through SQLite: it goes with
 * the process however that dies, and cannot be taken while the process lives.
 */
function lockFolder(folder: string) {
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

/** PostgreSQL inside this process, spoken to in PostgreSQL's own protocol: the driver cannot tell it from a server. */
export async function openEmbedded(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder);
  // A quarter of what it would take: it is allocated and cleared at every start, and the system caches the files too.
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];
  const pglite = await PGlite.create(join(folder, 'postgres'), { startParams });

  const socket = () => {
    const wire = new Duplex({
      read() {},
      async write(bytes: Uint8Array, _encoding, done) {
        try {
          wire.push(Buffer.from(await pglite.execProtocolRaw(bytes)));
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
    // The driver says goodbye only to sockets that say they are open.
    return Object.assign(wire, { readyState: 'open' });
  };

  const close = async () => {
    await pglite.close();
    lock.close();
  };
  return { socket, close };
}
