import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { boundConnections } from '../../server/http/connections.ts';
import { sendProblem } from '../../server/http/problem.ts';

const MIB = 1024 * 1024;

async function serve(bounds: Partial<Parameters<typeof boundConnections>[2]> = {}, proxies: string[] = []) {
  const app = Fastify({ trustProxy: proxies.length > 0 ? proxies : false });
  boundConnections(app, proxies, {
    connections: 100,
    unread: { total: 64 * MIB, address: 64 * MIB },
    stalled: 60_000,
    ...bounds,
  });
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error));
  app.get('/large', async () => 'x'.repeat(8 * MIB));
  app.get('/small', async () => 'here');
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as { port: number };
  return { app, port };
}

/** A client that sends a request and never reads the response. */
async function silentReader(port: number, path: string, headers = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`);
  return socket;
}

const statusOf = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;

it('closes a connection whose response is not read', async () => {
  const { app, port } = await serve({ stalled: 300 });
  await silentReader(port, '/large');
  const open = () => new Promise<number>((done) => app.server.getConnections((_error, count) => done(count)));
  await expect.poll(open).toBe(1);

  await expect.poll(open, { timeout: 5000 }).toBe(0);
});

it('rejects large responses, not small ones, while too many bytes are buffered for one address', async () => {
  const { port } = await serve({ unread: { total: 64 * MIB, address: 20 * MIB } });
  for (let reader = 0; reader < 4; reader++) await silentReader(port, '/large');
  await wait(200);

  expect(await statusOf(port, '/large')).toBe(503);
  expect(await statusOf(port, '/small')).toBe(200);
});

it('counts responses that are sent at the same moment', async () => {
  const { port } = await serve({ unread: { total: 64 * MIB, address: 20 * MIB } });
  const sockets = await Promise.all(Array.from({ length: 6 }, () => silentReader(port, '/large')));

  await wait(300);

  for (const socket of sockets) socket.resume();
  const starts = await Promise.all(sockets.map(async (socket) => String((await once(socket, 'data'))[0]).slice(9, 12)));
  expect(starts.filter((status) => status === '200')).toHaveLength(2);
});

it('counts by the address that a trusted proxy names, and limits no proxy', async () => {
  const { port } = await serve({ connections: 20, unread: { total: 64 * MIB, address: 10 * MIB } }, ['127.0.0.0/8']);
  const from = (address: string) => `X-Forwarded-For: ${address}\r\n`;
  await Promise.all(Array.from({ length: 15 }, () => silentReader(port, '/large', from('192.0.2.1'))));
  await wait(200);
  const as = (address: string) =>
    fetch(`http://127.0.0.1:${port}/large`, { headers: { 'X-Forwarded-For': address } }).then(({ status }) => status);

  expect(await as('192.0.2.1')).toBe(503);
  expect(await as('192.0.2.2')).toBe(200);
});

it('closes connections of one address beyond half of the limit', async () => {
  const { port } = await serve({ connections: 20 });
  const sockets = await Promise.all(Array.from({ length: 30 }, () => silentReader(port, '/small')));
  await wait(200);

  expect(sockets.filter(({ destroyed, closed }) => !destroyed && !closed).length).toBeLessThanOrEqual(10);
});
