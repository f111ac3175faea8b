import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { seconds } from '../../server/durations.ts';
import { drainRefusedBodies } from '../../server/http/refused-bodies.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';

const portal = portalForThisFile();

const MIB = 1024 * 1024;
const USUAL = { bytes: 16 * MIB, time: seconds(60) };
const headOf = (length: number) =>
  `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

/** A connection that reads nothing until it is told to. */
async function silent(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.pause();
  return socket;
}

/** What a sender of a POST gets that asks to close the connection, and reads only once it has sent all. */
async function closing(address: string, { url, headers, bytes }: { url: string; headers: string; bytes: number }) {
  const socket = await silent(Number(new URL(address).port));
  const head = `POST ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}`;
  socket.write(`${head}\r\nContent-Length: ${bytes}\r\n\r\n`);
  // The answer is there before the body is sent.
  await new Promise((later) => setTimeout(later, 100));
  await new Promise((sent) => socket.write(Buffer.alloc(bytes, ' '), sent));
  return (await socket.setEncoding('utf8').toArray()).join('');
}

/** Answers every request at once, and tells how much of its body has arrived. */
async function answering(rest = USUAL) {
  const server = createServer((_request, response) => response.writeHead(413).end('too large'));
  drainRefusedBodies(server, rest);
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = await silent(port);
  return { socket, closed: new Promise<void>((resolve) => socket.once('close', () => resolve())) };
}

it('an answer reaches clients that read nothing until a body that is too large is sent, also the next answer', async () => {
  const socket = await silent(Number(new URL(await portal.listen()).port));
  for (let n = 0; n < 2; n++) {
    socket.write(headOf(5 * MIB));
    await new Promise((sent) => socket.write(Buffer.alloc(5 * MIB, ' '), sent));
  }
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const text = (await socket.setEncoding('utf8').toArray()).join('');

  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 413', 'HTTP/1.1 200']);
  expect(text).toContain('"code":"PAYLOAD_TOO_LARGE"');
});

it.each([
  ['/api/auth/login', 'Content-Type: application/json', 5 * MIB, 413],
  ['/api/auth/login', 'Content-Type: text/plain', 12_000, 415],
  ['/api/auth/login', 'Content-Type: application/json\r\nOrigin: https://elsewhere.example', MIB, 403],
  ['/api/cms/pages', 'Content-Type: application/json', MIB, 401],
])('an answer to %s with %j and %i bytes reaches who closes the connection and reads last', async (...about) => {
  const [url, headers, bytes, status] = about;
  const text = await closing(await portal.listen(), { url, headers, bytes });

  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(text).toContain('"ok":false');
});

it('an answer that the limit of calls is passed reaches who closes the connection and reads last', async () => {
  const limited = await portalForThisTest({ env: { RATE_LIMIT_PER_MINUTE: '1' } });
  const address = await limited.listen();
  const call = { url: '/api/auth/org/leave', headers: 'Content-Type: application/json', bytes: MIB };

  const texts = [await closing(address, call), await closing(address, call), await closing(address, call)];

  expect(texts.at(-1)).toMatch(/^HTTP\/1\.1 429 [\s\S]*"code":"RATE_LIMITED"/);
});

it('a connection is closed whose refused body is longer than what is read of it', async () => {
  const { socket, closed } = await answering({ bytes: 2 * MIB, time: seconds(60) });

  socket.resume().write(headOf(64 * MIB));
  for (let sent = 0; sent < 64 && !socket.destroyed; sent++)
    await Promise.race([closed, new Promise((next) => socket.write(Buffer.alloc(MIB), next))]);

  await closed;
  // What the buffers of both ends hold comes besides.
  expect(socket.bytesWritten).toBeLessThan(40 * MIB);
});

it('a connection is closed whose refused body does not come to its end in time', async () => {
  const { socket, closed } = await answering({ bytes: 2 * MIB, time: 300 });

  socket.resume().write(headOf(1000));

  await closed;
});

it('a connection stays open whose refused body comes to its end in time', async () => {
  const { socket } = await answering({ bytes: 2 * MIB, time: seconds(2) });

  socket.resume().write(headOf(MIB));
  socket.write(Buffer.alloc(MIB));
  await new Promise((later) => setTimeout(later, seconds(2.5)));

  expect(socket.destroyed).toBe(false);
});
