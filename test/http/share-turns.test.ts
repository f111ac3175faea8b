import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { restingAddresses } from '../../server/http/resting.ts';
import { shareConnections, shareTurns } from '../../server/http/share-turns.ts';

/** Sends requests of these addresses at once; returns the addresses in the order in which the requests began. */
async function orderOf(addresses: string[]) {
  const began: string[] = [];
  const app = Fastify();
  shareTurns(app, 2);
  app.get('/', async ({ ip }) => {
    began.push(ip);
    return {};
  });
  await app.ready();
  const answers = await Promise.all(addresses.map((remoteAddress) => app.inject({ url: '/', remoteAddress })));
  expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
  return began;
}

const [one, other, third] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];

it('begins few requests of one address in a turn, so that others come in between', async () => {
  const order = await orderOf([one, one, one, one, one, other, other, other, third]);

  expect(order).toEqual([one, one, other, other, third, one, one, other, one]);
});

it('shares turns among IPv6 networks, and counts an IPv4 address the same however it is written', async () => {
  const ofNetwork = ['2001:db8::1', '2001:db8::2', '2001:db8::3'];
  const ofAddress = ['192.0.2.9', '::ffff:192.0.2.9', '192.0.2.9'];
  const order = await orderOf([...ofNetwork, ...ofAddress, third]);

  expect(order).toEqual([...ofNetwork.slice(0, 2), ...ofAddress.slice(0, 2), third, ofNetwork[2], ofAddress[2]]);
});

it('begins the requests of an address in their order, also those of later turns', async () => {
  const app = Fastify();
  const began: string[] = [];
  shareTurns(app, 2);
  app.get('/:n', async ({ params }) => void began.push((params as { n: string }).n));
  await app.ready();
  const ask = (n: number) => app.inject(`/${n}`);
  const first = [0, 1, 2, 3, 4, 5].map(ask);
  await new Promise(setImmediate);
  await Promise.all([...first, ...[6, 7, 8].map(ask)]);

  expect(began).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
});

it('reads a new connection before most of forty that somebody else opened earlier, and answers all of them', async () => {
  const app = Fastify();
  shareConnections(app.server, restingAddresses([]));
  const began: string[] = [];
  app.get('/:name', async ({ params }) => void began.push((params as { name: string }).name));
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const request = (name: string, last = '') => `GET /${name} HTTP/1.1\r\nHost: x\r\n${last}\r\n`;
  const send = (name: string, localAddress: string) =>
    text(
      connect({ port, host: '127.0.0.1', localAddress }).end(
        request(name).repeat(4) + request(name, 'Connection: close\r\n'),
      ),
    );

  const answers = await Promise.all([
    ...Array.from({ length: 40 }, () => send('flood', '127.0.0.2')),
    send('neighbour', '127.0.0.3'),
  ]);

  expect(answers.map((answer) => answer.match(/HTTP\/1.1 200/g)?.length)).toEqual(Array.from({ length: 41 }, () => 5));
  expect(began.indexOf('neighbour')).toBeLessThan(20);
});

it('begins no request whose client has left', async () => {
  const app = Fastify();
  const began: string[] = [];
  app.addHook('onRequest', async ({ socket, url }) => void (url === '/leave' && socket.destroy()));
  shareTurns(app, 2);
  app.get('/:name', async ({ params }) => void began.push((params as { name: string }).name));
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const request = (name: string, last = '') => `GET /${name} HTTP/1.1\r\nHost: x\r\n${last}\r\n`;
  await text(connect(port, '127.0.0.1').end(request('early').repeat(9) + request('leave'))).catch(() => {});
  await text(connect(port, '127.0.0.1').end(request('here', 'Connection: close\r\n')));

  expect(began).toEqual(['early', 'early', 'here']);
});
