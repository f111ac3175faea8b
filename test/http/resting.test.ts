import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { inTurns } from '../../server/http/pipeline.ts';
import { restingAddresses } from '../../server/http/resting.ts';
import { shareConnections } from '../../server/http/share-turns.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

/** A server that answers `/` late, and says in which order it was asked for `/last`. */
async function serve(trusted: string[] = []) {
  const asked: string[] = [];
  const resting = restingAddresses(trusted);
  const server = createServer(
    inTurns(({ url, socket }, response) => {
      if (url !== '/last') return void setTimeout(() => response.end('late'), 100);
      asked.push(socket.remoteAddress ?? '');
      response.end();
    }, resting.rest),
  );
  shareConnections(server, resting);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = (localAddress: string) => connect({ port, host: '127.0.0.1', localAddress });
  return { asked, resting, open, ask: (address: string) => text(open(address).end(LAST)) };
}

/** Sends requests on a connection of the address until it is closed. */
async function overrun(open: (address: string) => ReturnType<typeof connect>, address: string, requests: number) {
  const socket = open(address).on('error', () => {});
  socket.write(GET.repeat(requests));
  await once(socket, 'close');
}

it('reads new connections of an address later when an earlier one brought too many requests', async () => {
  const { asked, resting, open, ask } = await serve();
  await overrun(open, '127.0.0.2', 2000);
  expect(resting.endOf('127.0.0.2')).toBeDefined();

  const later = ask('127.0.0.2');
  await ask('127.0.0.3');
  expect(asked).toEqual(['127.0.0.3']);

  expect(await later).toContain('200 OK');
  expect(resting.endOf('127.0.0.2')).toBeUndefined();
});

it('does so when the client closes a connection with many requests unanswered', async () => {
  const { resting, open } = await serve();
  const socket = open('127.0.0.2');
  socket.write(GET.repeat(100), () => setTimeout(() => socket.destroy(), 50));
  await once(socket, 'close');

  await expect.poll(() => resting.endOf('127.0.0.2') !== undefined).toBe(true);
});

it('reads connections of an address as before after a client left a few requests unanswered', async () => {
  const { resting, open, ask } = await serve();
  const socket = open('127.0.0.2');
  socket.write(GET.repeat(20), () => setTimeout(() => socket.destroy(), 50));
  await once(socket, 'close');

  expect(await ask('127.0.0.2')).toContain('200 OK');
  expect(resting.endOf('127.0.0.2')).toBeUndefined();
});

it('never lets a trusted proxy rest', async () => {
  const { resting, open } = await serve(['127.0.0.0/8']);
  await overrun(open, '127.0.0.2', 2000);

  expect(resting.endOf('127.0.0.2')).toBeUndefined();
});

it('lets an IPv6 network rest as one', async () => {
  const { resting } = await serve();
  resting.rest('2001:db8::1');

  expect(resting.endOf('2001:db8::2')).toBeDefined();
  expect(resting.endOf('2001:db8:0:1::1')).toBeUndefined();
});

it('keeps stacks of errors as they are', async () => {
  const { open } = await serve();
  const { stackTraceLimit } = Error;
  await overrun(open, '127.0.0.2', 2000);

  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  expect(new Error('here').stack).toContain('resting.test.ts');
});
