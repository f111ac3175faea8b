import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { connectionShares } from '../../server/http/connection-shares.ts';
import { boundConnections } from '../../server/http/connections.ts';

const MOST = 20;

/** A server with 20 connections, 10 for one address; `/late` is never answered. */
async function serve(proxies: string[] = [], most = MOST) {
  const app = Fastify({ forceCloseConnections: true });
  const unread = { total: 1024, each: 1024 };
  boundConnections(app, { TRUST_PROXY: proxies, DATABASE_POOL: 10 }, { connections: most, unread, stalled: 60_000 });
  app.get('/', async () => 'here');
  app.get('/late', () => new Promise(() => {}));
  app.post('/', async () => 'here');
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as { port: number };

  /** A connection from the n-th address of 127.0.0.0: what it was sent, and whether it is open. */
  async function from(n: number) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.${n >> 8}.${n & 255}` });
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        received += bytes;
      });
    await once(socket, 'connect');
    return {
      socket,
      isOpen: () => !socket.destroyed && !socket.readableEnded,
      ask: (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`),
      /** Asks, and waits for the whole answer or the end of the connection. */
      async answer() {
        received = '';
        socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
        await expect.poll(() => received.endsWith('here') || socket.destroyed, { timeout: 10_000 }).toBe(true);
        return received.slice(9, 12);
      },
    };
  }
  const many = (count: number, n: number) => Promise.all(Array.from({ length: count }, () => from(n)));
  const counted = () => new Promise<number>((done) => app.server.getConnections((_error, count) => done(count)));
  return { from, many, counted };
}

type Connection = { socket: Socket; isOpen: () => boolean };
const open = (connections: Connection[]) => connections.filter((one) => one.isOpen()).length;
/** Waits until this many of some connections are open. */
const untilOpen = (connections: Connection[], count: number) =>
  expect.poll(() => open(connections), { timeout: 10_000 }).toBe(count);

/** The shares of `most` connections that are none, and those that were closed. */
function sharesOf(most: number) {
  const shares = connectionShares(most);
  const closed = new Set<Socket>();
  const open = (network: string) => {
    const socket = Object.assign(new EventEmitter(), { destroy: () => void closed.add(socket) }) as unknown as Socket;
    return { socket, admitted: shares.admit(socket, network) };
  };
  /** Sends a whole request, and answers it. */
  const use = ({ socket }: { socket: Socket }) => {
    shares.begin(socket);
    shares.arrived(socket);
    shares.end(socket);
  };
  return { shares, open, closed, use };
}

it('makes room for an address with few connections, closing the oldest one of an address with most', async () => {
  const { from, many } = await serve();
  const two = await many(10, 2);
  const three = await many(10, 3);

  const newcomer = await from(4);

  expect(await newcomer.answer()).toBe('200');
  await untilOpen([...two, ...three], MOST - 1);
  expect([two[0]?.isOpen() && three[0]?.isOpen(), newcomer.isOpen()]).toEqual([false, true]);
});

it('never closes connections of an address with few while others open theirs anew', async () => {
  const { from, many } = await serve();
  const kept = await many(3, 4);
  const flood = async (n: number) => {
    for (let round = 0; round < 5; round++) await many(15, n);
  };

  const flooding = Promise.all([flood(2), flood(3), flood(5)]);
  const answers: string[] = [];
  for (let call = 0; call < 20; call++) {
    for (const connection of kept) answers.push(await connection.answer());
    const newcomer = await from(6);
    answers.push(await newcomer.answer());
    newcomer.socket.destroy();
  }
  await flooding;

  expect(answers).toEqual(answers.map(() => '200'));
  expect(open(kept)).toBe(3);
});

it('brings all addresses to an equal share, and refuses one that has it', async () => {
  const { many, counted } = await serve();
  const [two, three] = [await many(10, 2), await many(10, 3)];

  const four = await many(10, 4);

  const all = [two, three, four];
  await expect.poll(() => open(all.flat()), { timeout: 10_000 }).toBe(MOST);
  for (const share of all) {
    expect(open(share)).toBeGreaterThanOrEqual(6);
    expect(open(share)).toBeLessThanOrEqual(7);
  }
  expect(await counted()).toBe(MOST);
});

it('closes connections that wait for an answer last', async () => {
  const { from, many } = await serve();
  const [waiting, quiet] = [await many(7, 2), await many(3, 2)];
  const others = await many(10, 3);
  for (const connection of others) connection.ask('/late');
  for (const connection of waiting) connection.ask('/late');
  const answered = await waiting[0]?.isOpen();

  const newcomers = [];
  for (let n = 10; n < 16; n++) {
    const newcomer = await from(n);
    expect(await newcomer.answer()).toBe('200');
    newcomers.push(newcomer);
  }

  await untilOpen([...waiting, ...quiet, ...others], MOST - 6);
  expect([answered, open(quiet), open(newcomers)]).toEqual([true, 0, 6]);
});

it('counts connections of a trusted proxy in all, and closes none of them for others', async () => {
  const { from, many } = await serve(['127.0.0.9']);
  const ofProxy = await many(15, 9);
  const others = await many(5, 2);

  const newcomer = await from(3);
  const another = await from(9);

  expect([await newcomer.answer(), await another.answer()]).toEqual(['200', '200']);
  await untilOpen(others, 3);
  expect(open(ofProxy)).toBe(15);
});

it('keeps connections that were used while thousands of addresses open one each', () => {
  const { open, closed, use } = sharesOf(1000);
  const used = [open('office'), open('office')];
  used.forEach(use);

  const others = Array.from({ length: 3000 }, (_, n) => open(`stranger ${n}`));
  const newcomer = open('office');

  expect(others.every(({ admitted }) => admitted)).toBe(true);
  expect(newcomer.admitted).toBe(true);
  expect(used.some(({ socket }) => closed.has(socket))).toBe(false);
  expect(closed.size).toBe(3003 - 1000);
});

it('keeps connections that were used while thousands of addresses begin a request each and hold back its body', () => {
  const { shares, open, closed, use } = sharesOf(1000);
  const used = [open('office'), open('office')];
  used.forEach(use);

  for (let n = 0; n < 3000; n++) shares.begin(open(`stranger ${n}`).socket);
  const waiting = open('another office');
  shares.begin(waiting.socket);
  shares.arrived(waiting.socket);
  for (let n = 3000; n < 6000; n++) shares.begin(open(`stranger ${n}`).socket);

  expect([...used, waiting].some(({ socket }) => closed.has(socket))).toBe(false);
});

it('closes connections that hold back a body before one that waits for its answer', async () => {
  const { from } = await serve([], 500);
  const [waiting, used] = [await from(1), await from(2)];
  waiting.ask('/late');
  await used.answer();

  for (let n = 3; n < 703; n++) {
    const { socket } = await from(n);
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 9\r\n\r\nhalf');
  }

  expect(await used.answer()).toBe('200');
  expect(waiting.isOpen()).toBe(true);
});
