import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';

interface Identity {
  uid?: number;
  gid?: number;
}

const run = promisify(execFile);
const tools = globSync('/usr/{lib/postgresql/*,pgsql*,local}/bin/pg_basebackup')
  .sort()
  .at(-1)
  ?.replace(/pg_basebackup$/, '');
const idOf = (name: string): Identity | undefined => {
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${name}:`));
  const [, , uid, gid] = entry?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
};
// PostgreSQL and PgBouncer refuse to run as root.
export const serverUser: Identity | undefined = process.getuid?.() === 0 ? idOf('postgres') : {};

/** Whether this machine can make PostgreSQL clusters of its own. */
export const canMakeClusters = tools !== undefined && serverUser !== undefined;

/** Where a server listens; with `primary` it is a streaming standby of that one. */
interface Place {
  port: number;
  primary?: { port: number } | undefined;
}

/** Makes a PostgreSQL server with data of its own, and starts it. `remove` ends both. */
export async function startCluster({ port, primary }: Place) {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  if (serverUser?.uid !== undefined) chownSync(folder, serverUser.uid, Number(serverUser.gid));
  const data = join(folder, 'data');
  const tool = (name: string, ...args: string[]) => run(`${tools}${name}`, args, { ...serverUser, cwd: folder });
  if (primary)
    await tool(
      'pg_basebackup',
      '-D',
      data,
      '-R',
      '--checkpoint=fast',
      '-X',
      'stream',
      '-d',
      `postgres://postgres@127.0.0.1:${primary.port}`,
    );
  else await tool('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8');

  const settings = [
    'fsync=off',
    'listen_addresses=127.0.0.1',
    'max_connections=60',
    `unix_socket_directories=${folder}`,
  ];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(`${tools}postgres`, args, { ...serverUser, cwd: folder, stdio: 'ignore' });
  const exited = once(server, 'exit');
  /** Ends the server at once, as a loss of power would. */
  const kill = async () => {
    server.kill('SIGQUIT');
    await exited;
  };
  const remove = async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  };

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  for (let ready = false; !ready; ) {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    ready = await sql`select 1`.then(
      () => true,
      () => false,
    );
    await sql.end();
    if (server.exitCode !== null) throw new Error('A PostgreSQL server ended at its start.');
  }
  return { port, url, kill, remove, promote: () => tool('pg_ctl', 'promote', '-D', data) };
}
