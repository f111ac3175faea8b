import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { freePort, homeForThisTest } from '../helpers/process.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

it('a portal with 256 descriptors survives 300 silent connections', { timeout: 120_000 }, async () => {
  const port = await freePort();
  const env = { PATH: process.env.PATH, ...(await homeForThisTest()), PORT: String(port) };
  const command = 'ulimit -n 256; exec "$0" --disable-warning=ExperimentalWarning "$1"';
  const portal = spawn('sh', ['-c', command, process.execPath, MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void portal.kill('SIGKILL'));
  let output = '';
  portal.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  await expect.poll(() => output, { timeout: 60_000 }).toContain('listens on');
  const answer = () =>
    fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5000) })
      .then(({ status }) => status)
      .catch(() => undefined);

  // From another address: one address has at most half of the connections.
  const silent = Array.from({ length: 300 }, () =>
    connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }).on('error', () => {}),
  );
  onTestFinished(() => silent.forEach((socket) => void socket.destroy()));
  await Promise.all(silent.map((socket) => once(socket, 'connect').catch(() => {})));
  // The portal closes those beyond its bounds first.
  await expect.poll(answer, { timeout: 15_000 }).toBe(200);
  for (const socket of silent) socket.destroy();

  await expect.poll(answer, { timeout: 10_000 }).toBe(200);
  expect(portal.exitCode).toBeNull();
  expect(output).not.toContain('EMFILE');
});
