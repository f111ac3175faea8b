import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { onServer } from '../helpers/database.ts';
import { childrenOf, freePort, homeForThisTest, isAlive, launch } from '../helpers/process.ts';

const IN_USE = /^Port \d+ on 127\.0\.0\.1 is in use by another process\.[^\n]* set PORT [^\n]*$/;

/** Occupies a port until the test ends. */
async function occupy(port: number) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
}

function start(variables: Record<string, string>) {
  const portal = launch(variables);
  onTestFinished(() => portal.kill());
  return portal;
}

it.each([
  ['a port that is in use', 'PORT', IN_USE],
  ['an address of another machine', 'HOST', /^HOST 192\.0\.2\.1 is not an address of this machine\.[^\n]*$/],
])('%s stops the start with one line and exit code 1', async (_what, wrong, line) => {
  const port = await freePort();
  if (wrong === 'PORT') await occupy(port);
  const host = wrong === 'HOST' ? '192.0.2.1' : '127.0.0.1';

  const portal = start({ ...(await homeForThisTest()), PORT: String(port), HOST: host });
  const { code } = await portal.closed;

  expect([code, portal.said.stdout]).toEqual([1, '']);
  expect(portal.said.stderr.trimEnd()).toMatch(line);
});

const workers = async (port: number) => start({ ...(await homeForThisTest()), PORT: String(port), WORKERS: '2' });

it.skipIf(!onServer())('workers do not start on a port that is in use', async () => {
  const port = await freePort();
  await occupy(port);

  const portal = await workers(port);
  const { code } = await portal.closed;

  expect([code, portal.said.stdout]).toEqual([1, '']);
  expect(portal.said.stderr.trimEnd()).toMatch(IN_USE);
});

it.skipIf(!onServer())('a port that becomes occupied during the start stops all workers', async () => {
  const port = await freePort();
  const portal = await workers(port);

  await expect.poll(() => childrenOf(portal.pid).length, { interval: 10, timeout: 30_000 }).toBe(2);
  const children = childrenOf(portal.pid);
  await occupy(port);
  const { code } = await portal.closed;

  expect(code).toBe(1);
  expect(portal.said.stdout).not.toContain('starting another');
  for (const line of portal.said.stderr.trimEnd().split('\n')) expect(line).toMatch(IN_USE);
  expect(children.filter(isAlive)).toEqual([]);
});
