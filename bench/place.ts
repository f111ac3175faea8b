import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { connect, type Database } from '../db/database.ts';

const timeouts = { statement: 120_000, transaction: 120_000 };

/** The storage of a run: a separate database on the server, or a folder. It is deleted at the end. */
export interface Place {
  kind: 'PostgreSQL' | 'embedded';
  /** Runs work on the data while no server uses it; of an embedded database on that in `folder`, if given. */
  prepare: <T>(work: (database: Database) => Promise<T>, folder?: string) => Promise<T>;
  /** The environment variables of another process on the data. */
  variables: () => Promise<Record<string, string>>;
  /** An empty folder, deleted at the end of the run. */
  emptyFolder: () => Promise<string>;
  /** Another empty place of the same kind. */
  another: () => Promise<Place>;
  drop: () => Promise<void>;
}

async function makeDatabase(server: string) {
  const name = `portal_bench_${process.pid}_${randomBytes(3).toString('hex')}`;
  const command = async (text: string) => {
    const admin = postgres(server, { max: 1, onnotice: () => {} });
    await admin.unsafe(text).finally(() => admin.end({ timeout: 1 }));
  };
  await command(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => command(`drop database if exists ${name} with (force)`) };
}

/** Creates an empty database on `server`, or an embedded one without a server. */
export async function openPlace(server: string | undefined): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), 'portal-bench-'));
  const made = server ? await makeDatabase(server) : undefined;
  const folder = join(root, 'data');
  let copies = 0;

  return {
    kind: made ? 'PostgreSQL' : 'embedded',
    async prepare(work, at = folder) {
      const database = await connect({ url: made?.url, folder: at }, timeouts);
      return work(database).finally(() => database.close());
    },
    async variables() {
      if (made) return { DATA_DIR: folder, DATABASE_URL: made.url };
      // An embedded database serves one process, so each gets a copy.
      const copy = join(root, `copy-${copies++}`);
      await cp(folder, copy, { recursive: true, filter: (path) => !path.endsWith('/lock') });
      return { DATA_DIR: copy };
    },
    emptyFolder: () => mkdtemp(join(root, 'empty-')),
    another: () => openPlace(server),
    async drop() {
      await made?.drop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
