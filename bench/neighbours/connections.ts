import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Attack, inLoops, type Stage } from './attack.ts';
import { noFailures, p99AtMost, p99AtMostTimes } from './bounds.ts';
import { signedIn } from './clients.ts';

/** The address of the script of the API reference, which its page names. */
async function scriptOf({ url }: Stage) {
  const page = await fetch(new URL('/docs/', url)).then((response) => response.text());
  return /src="([^"]+)"/.exec(page)?.[1] ?? '';
}

const largeFile: Attack = {
  name: 'script',
  title: 'the script of the API reference, in 30 anonymous loops',
  clients: 0,
  async run(stage) {
    const path = await scriptOf(stage);
    return inLoops(stage, 30, () => stage.call({ path }));
  },
  bounds: [p99AtMost(250), noFailures],
};

const readiness: Attack = {
  name: 'readyz',
  title: 'GET /readyz in 200 anonymous loops',
  clients: 0,
  run: (stage) => inLoops(stage, 200, () => stage.call({ path: '/readyz' })),
  bounds: [p99AtMostTimes(3, 100), noFailures],
};

/** A second loopback address, which Linux has: limits of connections go by that of the socket. */
const OTHER = '127.0.0.2';

/** Opens a connection again whenever it is closed, sends `bytes`, and never reads. */
const holdOpen = ({ url, signal, count }: Stage, connections: number, bytes: Buffer) =>
  inLoops({ signal }, connections, async () => {
    const { hostname: host, port } = new URL(url);
    const socket = connect({ host, port: Number(port), localAddress: OTHER });
    const closed = Promise.withResolvers<void>();
    const end = () => socket.destroy();
    signal.addEventListener('abort', end);
    socket
      .on('connect', () => {
        count('connected');
        socket.pause();
        socket.write(bytes);
      })
      .on('error', () => count('cut'))
      .on('close', () => closed.resolve());
    await closed.promise;
    signal.removeEventListener('abort', end);
    // Refused connections are closed at once.
    await wait(100);
  });

const REQUESTS = 20;

const unread: Attack = {
  name: 'unread',
  title: `300 connections with ${REQUESTS} requests of the script each that never read`,
  clients: 0,
  async run(stage) {
    const script = await scriptOf(stage);
    return holdOpen(stage, 300, Buffer.from(`GET ${script} HTTP/1.1\r\nHost: portal\r\n\r\n`.repeat(REQUESTS)));
  },
  bounds: [p99AtMost(250), noFailures],
};

const BODY = 1024 * 1024;

const incomplete: Attack = {
  name: 'bodies',
  title: '200 bodies of 1 MiB that lack the last byte',
  clients: 1,
  run(stage) {
    const { cookie } = signedIn(stage.client(0));
    const head = `POST /api/cms/pages HTTP/1.1\r\nHost: portal\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${BODY}\r\n\r\n`;
    return holdOpen(stage, 200, Buffer.concat([Buffer.from(head), Buffer.alloc(BODY - 1, ' ')]));
  },
  bounds: [p99AtMost(250), noFailures],
};

export const connectionAttacks = [largeFile, readiness, unread, incomplete];
