import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { connect, type Database } from '../db/database.ts';

const patience = { statement: 120_000, transaction: 120_000 };

/** Where the data of a run lies: a database of its own on the server, or a folder. Nothing of it is left at the end. */
export interface Place {
  kind: 'PostgreSQL' | 'embedded';
  /** Works on the data, while no server is running on it. */
  prepare: <T>(work: (database: Database) => Promise<T>) => Promise<T>;
  /** The environment by which one more process finds the data. */
  variables: () => Promise<Record<string, string>>;
  /** An empty folder that goes when the run ends. */
  emptyFolder: () => Promise<string>;
  /** One like this, and empty. */
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

/** Makes an empty database on `server`, or an embedded one where there is no server. */
export async function openPlace(server: string | undefined): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), 'portal-bench-'));
  const made = server ? await makeDatabase(server) : undefined;
  const folder = join(root, 'data');
  let copies = 0;

  return {
    kind: made ? 'PostgreSQL' : 'embedded',
    async prepare(work) {
      const database = await connect({ url: made?.url, folder }, patience);
      return work(database).finally(() => database.close());
    },
    async variables() {
      if (made) return { DATA_DIR: folder, DATABASE_URL: made.url };
      // An embedded database belongs to one process: each gets a copy.
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
