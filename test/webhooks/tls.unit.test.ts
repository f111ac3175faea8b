import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { postEvent } from '../../routers/webhooks/post-event.ts';

// A certificate of hooks.example.com that nobody else trusts, and its key: see test/helpers/tls.
const file = (name: string) => readFileSync(new URL(`../helpers/tls/${name}`, import.meta.url), 'utf8');
const cert = file('receiver.crt');

// As if the name led to a public address: a connection to this machine.
const lookup: LookupFunction = (_name, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

async function secureReceiver() {
  const arrived: { method: string | undefined; host: string | undefined; body: string }[] = [];
  const server = createServer({ cert, key: file('receiver.key') }, async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    arrived.push({ method: request.method, host: request.headers.host, body });
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { arrived, port: (server.address() as AddressInfo).port };
}

const send = (name: string, port: number) =>
  postEvent({ url: `https://${name}:${port}/events`, headers: {}, body: '{"a":1}' }, { publicOnly: true, lookup });

it('a receiver whose certificate nobody trusts is sent nothing', async () => {
  const { arrived, port } = await secureReceiver();

  const attempt = await send('hooks.example.com', port);

  expect([attempt.error, arrived]).toEqual(['connection', []]);
});

describe('With a trusted certificate', () => {
  beforeAll(() => {
    const usual = getCACertificates();
    setDefaultCACertificates([...usual, cert]);
    return () => setDefaultCACertificates(usual);
  });

  it('an event is delivered over https as in production', async () => {
    const { arrived, port } = await secureReceiver();

    const attempt = await send('hooks.example.com', port);

    expect(attempt).toMatchObject({ error: null, responseStatus: 204 });
    expect(arrived).toEqual([{ method: 'POST', host: `hooks.example.com:${port}`, body: '{"a":1}' }]);
  });

  it('a receiver with the certificate of another name is sent nothing', async () => {
    const { arrived, port } = await secureReceiver();

    const attempt = await send('other.example.com', port);

    expect([attempt.error, arrived]).toEqual(['connection', []]);
  });
});
