import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { inTurns } from '../../server/http/pipeline.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { dial } from '../helpers/wire.ts';

const portal = portalForThisFile();

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

/** A server that tells how many requests of a connection ran at most at once, and how many in all. */
async function serve(answer: RequestListener) {
  const seen = { running: 0, most: 0, handled: 0 };
  const server = createServer(
    inTurns(
      (request, response) => {
        seen.handled++;
        seen.most = Math.max(seen.most, ++seen.running);
        response.once('close', () => seen.running--);
        setImmediate(() => answer(request, response));
      },
      () => {},
    ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { server, seen, port: (server.address() as { port: number }).port };
}

async function speak(port: number, text: string) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes;
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((done) => socket.once('close', () => done()));
  socket.write(text);
  await closed;
  return [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
}

it('answers 300 requests that come at once on one connection, 4 at a time and in order', async () => {
  let number = 0;
  const { port, seen } = await serve((_request, response) => response.end(String(number++)));

  const statuses = await speak(port, GET.repeat(299) + LAST);

  expect(statuses).toEqual(Array.from({ length: 300 }, () => '200'));
  expect(seen.most).toBeLessThanOrEqual(4);
});

it('closes a connection on which more than 516 requests wait', async () => {
  const { port, seen } = await serve(() => {});

  await speak(port, GET.repeat(2000));

  expect(seen.handled).toBe(1);
});

it('handles nothing behind an answer with 429', async () => {
  const { port, seen } = await serve((_request, response) => {
    response.statusCode = seen.handled > 40 ? 429 : 200;
    response.end();
  });

  const statuses = await speak(port, GET.repeat(400));

  expect(statuses.length).toBeLessThan(80);
  expect(statuses.filter((status) => status === '200').length).toBeGreaterThan(20);
  expect(seen.handled).toBeLessThan(80);
});

it('goes on reading a connection after a pause', async () => {
  const { port, seen } = await serve((_request, response) => response.end());
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  for (let round = 1; round <= 3; round++) {
    socket.write(GET.repeat(100));
    await expect.poll(() => seen.handled).toBe(round * 100);
    await pause(10);
  }
  expect(socket.destroyed).toBe(false);
});

it('lets a portal answer bodies that come at once on one connection', async () => {
  const person = await portal.register();
  await portal.listen();
  const body = JSON.stringify({ title: 'A page' });
  const request = (more = '') =>
    `POST /api/cms/pages HTTP/1.1\r\nHost: localhost\r\nCookie: ${person.cookie}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${body.length}\r\n${more}\r\n${body}`;
  const peer = dial(portal.app);
  peer.say(request().repeat(29) + request('Connection: close\r\n'));

  const { text } = await peer.answer();

  expect(text.match(/HTTP\/1\.1 201/g)).toHaveLength(30);
});

it('begins one request a turn of those that 50 connections send behind others', async () => {
  let behind = 0;
  let mostInTurn = 0;
  let over = false;
  const { port, seen } = await serve((_request, response) => response.end());
  const turn = () => {
    mostInTurn = Math.max(mostInTurn, seen.handled - behind);
    behind = seen.handled;
    if (!over) setImmediate(turn);
  };
  const first = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      socket.write(GET);
      await once(socket, 'data');
      return socket;
    }),
  );
  behind = seen.handled;
  setImmediate(turn);

  await Promise.all(
    first.map(async (socket) => {
      socket.write(GET.repeat(9) + LAST);
      socket.resume();
      await once(socket, 'close');
    }),
  );
  over = true;

  expect(seen.handled).toBe(550);
  // Those that are first on their connection begin as they arrive.
  expect(mostInTurn).toBeLessThanOrEqual(52);
});
