import { once } from 'node:events';
import { createServer } from 'node:http';
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

it('ends a call that hangs when its turn ends, without a failure of the tool', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const turn = new AbortController();
  const development = { production: false, CONNECTION_HOSTS: [], GOOGLE_API_BASE: undefined };
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

  const call = sourceClient(development, turn.signal)({ url });
  await once(server, 'request');
  turn.abort();

  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});
