import { spawn } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { onServer } from '../helpers/database.ts';
import { childrenOf, freePort, homeForThisTest, isAlive } from '../helpers/process.ts';

const SECOND = 1000;
const MAIN = fileURLToPath(new URL('../../portal/start.js', import.meta.url));
const PIPE = 64 * 1024;

/** A portal whose output is a pipe that nobody reads. Only a shell makes a pipe; Node gives its children sockets. */
async function unreadPortal(variables: Record<string, string>) {
  const port = String(await freePort());
  const shell = spawn(
    'sh',
    ['-c', `"${process.execPath}" --disable-warning=ExperimentalWarning "${MAIN}" | sleep 120`],
    {
      env: { PATH: process.env.PATH, ...variables, PORT: port },
      stdio: 'ignore',
      detached: true,
    },
  );
  onTestFinished(() => void process.kill(-(shell.pid ?? 0), 'SIGKILL'));
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5000) });
  await vi.waitFor(async () => expect((await get('/readyz')).status).toBe(200), {
    timeout: 60 * SECOND,
    interval: 100,
  });
  const pid = childrenOf(shell.pid ?? 0).find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(MAIN));
  if (!pid) throw new Error('The portal was not found among the processes of the shell.');
  expect(readlinkSync(`/proc/${pid}/fd/1`)).toMatch(/^pipe:/);
  // Each request is a line of over 100 bytes.
  for (let lines = 0; lines < (2 * PIPE) / 100; lines++) await get('/api/dashboard/kpis');
  return pid;
}

const LINUX = process.platform === 'linux';

it.skipIf(!LINUX).each([1, 2])(
  'a portal whose log nobody reads ends in time after SIGTERM, with %i processes',
  async (workers) => {
    if (workers > 1 && !onServer()) return;
    const pid = await unreadPortal({ ...(await homeForThisTest()), WORKERS: String(workers) });

    process.kill(pid, 'SIGTERM');
    // Without its bounds it would never end; a busy machine stretches them.
    await expect.poll(() => isAlive(pid), { timeout: 60 * SECOND }).toBe(false);
  },
);

it.skipIf(!LINUX)('a second signal ends it at once', async () => {
  const pid = await unreadPortal(await homeForThisTest());

  process.kill(pid, 'SIGTERM');
  await pause(1.2 * SECOND);
  process.kill(pid, 'SIGINT');

  await expect.poll(() => isAlive(pid), { timeout: 30 * SECOND }).toBe(false);
});
