import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { freePort, homeForThisTest } from '../helpers/process.ts';

const MAIN = fileURLToPath(new URL('../../portal/start.js', import.meta.url));

it('a portal with 256 descriptors survives 300 silent connections', async () => {
  const port = await freePort();
  const env = { PATH: process.env.PATH, ...(await homeForThisTest()), PORT: String(port) };
  const command = 'ulimit -n 256; exec "$0" --disable-warning=ExperimentalWarning "$1"';
  const portal = spawn('sh', ['-c', command, process.execPath, MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void portal.kill('SIGKILL'));
  let output = '';
  portal.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  await expect.poll(() => output).toContain('listens on');
  const answer = () =>
    fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5000) })
      .then(({ status }) => status)
      .catch(() => undefined);

  // From three addresses: one has at most half of the connections.
  const silent = Array.from({ length: 300 }, (_, n) =>
    connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (n % 3)}` }).on('error', () => {}),
  );
  onTestFinished(() => silent.forEach((socket) => void socket.destroy()));
  await Promise.all(silent.map((socket) => once(socket, 'connect').catch(() => {})));
  await expect.poll(answer).toBe(200);
  for (const socket of silent) socket.destroy();

  await expect.poll(answer).toBe(200);
  expect(portal.exitCode).toBeNull();
  expect(output).not.toContain('EMFILE');
});

it('without free descriptors a text is refused, and the process goes on', async () => {
  const lane = new URL('../../routers/cms/rendering/worker-lane.ts', import.meta.url);
  const work = new URL('../../routers/cms/rendering/render.ts', import.meta.url);
  const script = `
    import { openSync } from 'node:fs';
    import { isOverload, openWorkerLane } from '${lane}';
    setInterval(() => {}, 1000);
    const warmUp = { content: '', format: 'markdown' };
    const { run } = openWorkerLane(
      { file: new URL('${work}'), name: 'render', warmUp }, { queue: 5, waiting: 5000, running: 1000 });
    try {
      for (;;) openSync('/dev/null');
    } catch {}
    const refused = await run('one', warmUp).catch((error) => isOverload(error));
    process.stdout.write(String(refused), () => process.exit());`;
  const command = 'ulimit -n 128; exec "$0" --disable-warning=ExperimentalWarning --input-type=module --eval "$1"';
  const child = spawn('sh', ['-c', command, process.execPath, script], { stdio: ['ignore', 'pipe', 'inherit'] });

  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);

  expect(output).toBe('true');
});
