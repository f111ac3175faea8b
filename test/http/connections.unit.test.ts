import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { boundConnections } from '../../server/http/connections.ts';
import { sendProblem } from '../../server/http/problem.ts';

const MIB = 1024 * 1024;
/** More than the send and receive buffers of a kernel hold: a response that nobody reads stays unfinished. */
const LARGE = 64 * MIB;
const large = 'x'.repeat(LARGE);
/** A budget that holds `number` large responses for one caller. */
const holding = (number: number) => ({ total: 100 * LARGE, each: (number + 0.5) * LARGE });

async function serve(bounds: Partial<Parameters<typeof boundConnections>[2]> = {}, proxies: string[] = []) {
  const app = Fastify({ trustProxy: proxies.length > 0 ? proxies : false });
  boundConnections(
    app,
    { TRUST_PROXY: proxies, DATABASE_POOL: 10 },
    {
      connections: 100,
      unread: holding(10),
      stalled: 60_000,
      ...bounds,
    },
  );
  const statuses: number[] = [];
  app.addHook('onSend', async (_request, reply) => void statuses.push(reply.statusCode));
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error));
  app.get('/large', async () => large);
  app.get('/small', async () => 'here');
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as { port: number };
  /** The statuses of this many responses, once they are sent. */
  async function sent(responses: number) {
    await expect.poll(() => statuses.length).toBe(responses);
    return statuses;
  }
  return { app, port, sent };
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
  const connected = once(app.server, 'connection') as Promise<[Socket]>;
  await silentReader(port, '/large');

  const [connection] = await connected;
  // Node starts this time again once when a part of the response was taken in it.
  expect(app.server.timeout).toBe(150);
  await expect.poll(() => connection.closed).toBe(true);
});

it('rejects large responses, not small ones, while too many bytes are buffered for one address', async () => {
  const { port, sent } = await serve({ unread: holding(2) });
  for (let reader = 0; reader < 4; reader++) await silentReader(port, '/large');
  await sent(4);

  expect(await statusOf(port, '/large')).toBe(503);
  expect(await statusOf(port, '/small')).toBe(200);
});

it('counts responses that are sent at the same moment', async () => {
  const { port, sent } = await serve({ unread: holding(2) });
  for (let reader = 0; reader < 6; reader++) silentReader(port, '/large');

  expect((await sent(6)).filter((status) => status === 200)).toHaveLength(2);
});

it('counts by the address that a trusted proxy names, and limits no proxy', async () => {
  const { port, sent } = await serve({ connections: 20, unread: holding(1) }, ['127.0.0.0/8']);
  const from = (address: string) => `X-Forwarded-For: ${address}\r\n`;
  await Promise.all(Array.from({ length: 15 }, () => silentReader(port, '/large', from('192.0.2.1'))));
  await sent(15);
  const as = (address: string) =>
    fetch(`http://127.0.0.1:${port}/large`, { headers: { 'X-Forwarded-For': address } }).then(({ status }) => status);

  expect(await as('192.0.2.1')).toBe(503);
  expect(await as('192.0.2.2')).toBe(200);
});

it('closes connections of one address beyond half of the limit', async () => {
  const { port } = await serve({ connections: 20 });
  const sockets = await Promise.all(Array.from({ length: 30 }, () => silentReader(port, '/small')));

  const open = () => sockets.filter(({ destroyed }) => !destroyed).length;
  await expect.poll(open).toBeLessThanOrEqual(10);
});

it.runIf(process.platform === 'linux')('makes room for an address with fewer connections', async () => {
  const { port } = await serve({ connections: 6 });
  const from = (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
    onTestFinished(() => void socket.destroy());
    return once(socket, 'connect').then(() => socket.resume());
  };
  const taken = await Promise.all(['2', '2', '2', '3', '3', '3'].map((host) => from(`127.0.0.${host}`)));
  const late = await from('127.0.0.4');

  await expect.poll(() => taken.filter(({ closed }) => closed).length).toBe(1);
  late.write('GET /small HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(String(await once(late, 'data'))).toContain('200 OK');
});
