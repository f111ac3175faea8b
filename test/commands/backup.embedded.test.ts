import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { connect, type Database } from '../../db/database.ts';
import { backup } from '../../portal/commands/backup/backup.ts';
import { restore } from '../../portal/commands/backup/restore.ts';
import { openCredential } from '../../routers/connections/credentials.ts';
import type { Command } from '../../server/command.ts';
import { API_KEY, plausibleForThisTest, SITE } from '../helpers/connections.ts';
import { folderForThisTest } from '../helpers/folder.ts';
import { homeForThisTest, portalProcess, settle } from '../helpers/process.ts';
import { nobodyThere } from '../helpers/shell.ts';
import { command, type Variables } from '../helpers/spawn.ts';

const login = (portal: Awaited<ReturnType<typeof portalProcess>>, who: { email: string; password: string }) =>
  portal.visitor().post('/api/auth/login', { email: who.email, password: who.password });

/** The contents of a folder. */
const namesIn = (folder: string) => readdirSync(folder, { recursive: true });

/** Runs a command without a process of its own; none of these opens the platform. */
const done = ({ run }: Command, variables: Variables, ...args: string[]) =>
  run(args, () => Promise.reject(new Error('Nobody opens the platform.')), { ...nobodyThere, variables });

/** Does something with the database of a portal that does not run. */
async function withDatabase<T>({ DATA_DIR: folder = '' }: Variables, work: (db: Database['accounts']) => Promise<T>) {
  const database = await connect({ folder }, { statement: 10_000, transaction: 30_000 });
  try {
    return await work(database.accounts);
  } finally {
    await database.close();
  }
}

/** A folder for backups, and an empty data folder to restore into. */
async function places(variables: Variables) {
  const folder = await folderForThisTest();
  const empty = { ...variables, DATA_DIR: join(folder, 'restored') };
  return { file: join(folder, 'portal.backup'), empty };
}

describe('A backup', () => {
  it('of a running portal is restored with its data, files and keys, while others write', async () => {
    const key = randomBytes(32).toString('base64');
    const variables = await homeForThisTest();
    const { file, empty } = await places(variables);
    const long = `mail/${'a very long name '.repeat(9)}.eml`;
    const leftover = join(variables.DATA_DIR ?? '', 'backup.unfinished');
    await mkdir(join(leftover, 'base'), { recursive: true });
    const portal = await portalProcess({ ...variables, ENCRYPTION_KEY: key });
    expect(existsSync(leftover)).toBe(false);
    const before = await settle(portal);
    await mkdir(join(variables.DATA_DIR ?? '', 'mail'), { recursive: true });
    await writeFile(join(variables.DATA_DIR ?? '', long), 'a letter');
    let writing = true;
    const writers = (async () => {
      for (const people = []; ; people.push(await settle(portal))) if (!writing) return people;
    })();

    const made = await command(variables, 'backup', file);
    writing = false;
    await writers;
    const restored = await command(empty, 'restore', file);
    const again = await portalProcess(empty);
    const keys = JSON.parse(await readFile(join(empty.DATA_DIR, 'keys.json'), 'utf8'));
    const modes = await Promise.all(
      [file, join(empty.DATA_DIR, 'keys.json')].map(async (at) => (await stat(at)).mode & 0o777),
    );

    expect([made.code, made.stderr, restored.code, restored.stderr]).toEqual([0, '', 0, '']);
    expect(modes).toEqual([0o600, 0o600]);
    expect(keys.ENCRYPTION_KEY).toBe(key);
    expect(await readFile(join(empty.DATA_DIR, long), 'utf8')).toBe('a letter');
    expect((await login(again, before)).status).toBe(200);
    expect(namesIn(variables.DATA_DIR ?? '').filter((name) => String(name).includes('unfinished'))).toEqual([]);
    expect((await login(portal, before)).status).toBe(200);
  });

  it('holds the credential of a connection in no clear form, and the keys that open it', async () => {
    const variables = await homeForThisTest();
    const { file, empty } = await places(variables);
    const plausible = await plausibleForThisTest([]);
    const portal = await portalProcess(variables);
    const { person } = await settle(portal);
    const body = { kind: 'plausible', url: plausible.url, siteId: SITE, apiKey: API_KEY };
    const connected = await person.post('/api/connections', body);

    const made = await command(variables, 'backup', file);
    await done(restore, empty, file);

    const contents = gunzipSync(await readFile(file));
    expect([connected.status, made.code, made.stderr]).toEqual([201, 0, '']);
    expect(contents.includes(SITE)).toBe(true);
    for (const form of ['utf8', 'base64', 'base64url', 'hex'] as const)
      expect(contents.includes(Buffer.from(API_KEY).toString(form).replaceAll('=', ''))).toBe(false);
    const [row] = await withDatabase(empty, (db) =>
      db.execute<{ id: string; sealed: string }>(sql`select id, sealed_credential as sealed from connections`),
    );
    const keys = JSON.parse(await readFile(join(empty.DATA_DIR, 'keys.json'), 'utf8'));
    expect(openCredential(keys, { id: row?.id ?? '', sealedCredential: row?.sealed ?? null })).toBe(API_KEY);
  });

  it('of a portal that does not run is complete, and is never written over another file', async () => {
    const variables = await homeForThisTest();
    const { file, empty } = await places(variables);
    const insert = sql`insert into users (id, email, password_hash) values (gen_random_uuid(), 'kept@example.com', '')`;
    await withDatabase(variables, (db) => db.execute(insert));

    await done(backup, variables, file);
    await done(restore, empty, file);

    await expect(done(backup, variables, file)).rejects.toThrow(`${file} exists already.`);
    await expect(done(restore, empty, file)).rejects.toThrow('is not empty: ');
    const found = await withDatabase(empty, (db) => db.execute(sql`select email from users`));
    expect([...found]).toEqual([{ email: 'kept@example.com' }]);
  });

  it('that was cut short or altered is refused before anything is written', async () => {
    const variables = await homeForThisTest();
    const { file, empty } = await places(variables);
    await done(backup, variables, file);
    const bytes = await readFile(file);
    const flipped = (at: number) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    const damages = {
      'cut short by a byte': bytes.subarray(0, -1),
      'cut in half': bytes.subarray(0, bytes.length / 2),
      'altered at its begin': flipped(9),
      'altered in the middle': flipped(bytes.length >> 1),
      'altered at its end': flipped(bytes.length - 12),
      'longer by a byte': Buffer.concat([bytes, Buffer.alloc(1)]),
      'something else': Buffer.from(randomUUID().repeat(100)),
      empty: Buffer.alloc(0),
    };

    for (const [what, damaged] of Object.entries(damages)) {
      await writeFile(file, damaged);
      await expect(done(restore, empty, file), what).rejects.toThrow(/^\S+ is no whole backup: [^\n]*$/);
    }
    expect(() => namesIn(empty.DATA_DIR)).toThrow('ENOENT');
  });

  it('is looked for in the folder where the command was typed, whatever folder npm runs it in', async () => {
    const { empty } = await places(await homeForThisTest());
    const typed = { npm_lifecycle_event: 'portal', INIT_CWD: dirname(empty.DATA_DIR ?? '') };

    const { code, stderr } = await command({ ...empty, ...typed }, 'restore', 'none.backup');

    expect([code, stderr]).toEqual([1, expect.stringContaining(join(typed.INIT_CWD, 'none.backup'))]);
  });

  it('that an interrupted restore left half-way can be restored again', async () => {
    const variables = await homeForThisTest();
    const { file, empty } = await places(variables);
    await done(backup, variables, file);
    await mkdir(join(empty.DATA_DIR, 'restore.unfinished', 'postgres'), { recursive: true });

    await done(restore, empty, file);

    expect(namesIn(empty.DATA_DIR)).toContain('keys.json');
    expect(namesIn(empty.DATA_DIR)).not.toContain('restore.unfinished');
  });

  it('is refused in one line where it cannot be made', async () => {
    const variables = await homeForThisTest();
    const { file, empty } = await places(variables);

    await expect(done(backup, variables, join(variables.DATA_DIR ?? '', 'one'))).rejects.toThrow('outside of DATA_DIR');
    await expect(done(backup, variables, join(file, 'no', 'folder'))).rejects.toThrow(/^[^\n]*ENOENT[^\n]*$/);
    await expect(done(backup, empty, file)).rejects.toThrow('There is no database in DATA_DIR');
    await expect(done(restore, empty, file)).rejects.toThrow(/^[^\n]*ENOENT[^\n]*$/);
    await expect(done(restore, empty)).rejects.toThrow('FILE is missing');
    await expect(done(backup, empty, 'one', 'two')).rejects.toThrow('"two"');
  });
});

it.each([
  ['backup', backup],
  ['restore', restore],
])('%s names the tools of PostgreSQL where the database is a server', async (_name, tool) => {
  const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';

  await expect(done(tool, { DATABASE_URL }, '/tmp/never-written')).rejects.toThrow(
    /^The database is a PostgreSQL server: [^\n]*pg_(dump|restore)[^\n]*$/,
  );
});
