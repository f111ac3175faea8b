import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { sourceClient } from '../../routers/connections/ask-source.ts';

const PRODUCTION = { production: true, CONNECTION_HOSTS: ['tools.internal'], GOOGLE_API_BASE: undefined };

it.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'https://10.0.0.7/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.7]/',
  // Looked up, and refused when the connection is opened.
  'https://localhost/',
])('calls no address in production that is not public: %s', async (url) => {
  const refused = sourceClient(PRODUCTION)({ url: new URL(url) });

  await expect(refused).rejects.toMatchObject({ problem: 'address_refused' });
});

const DEVELOPMENT = { production: false, CONNECTION_HOSTS: [], GOOGLE_API_BASE: undefined };

/** A tool that takes calls and says no more than this. */
async function hangingTool(begin: (response: ServerResponse) => void = () => {}) {
  const server = createServer((_, response) => begin(response)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { server, url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`) };
}

it('ends a call that hangs when its turn ends, without a failure of the tool', async () => {
  const { server, url } = await hangingTool();
  const turn = new AbortController();

  const call = sourceClient(DEVELOPMENT, turn.signal)({ url });
  await once(server, 'request');
  turn.abort();

  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

it.each([
  ['says nothing', () => {}],
  ['begins its answer', (response: ServerResponse) => response.writeHead(200).write('{"results":[')],
])('ends a call of a tool that %s and hangs at the limit, as no answer', async (_, begin) => {
  const { url } = await hangingTool(begin);

  const call = sourceClient(DEVELOPMENT, undefined, 300)({ url });

  await expect(call).rejects.toMatchObject({ problem: 'no_answer' });
});
