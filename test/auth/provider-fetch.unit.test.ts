import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mayBeProvider, providerFetch } from '../../routers/auth/sso/provider-fetch.ts';

const server = createServer((request, response) => {
  if (request.url === '/silent') return;
  if (request.url === '/endless') {
    const more = () => response.write('x'.repeat(65_536), () => more());
    return more();
  }
  if (request.url === '/elsewhere') return response.writeHead(302, { location: '/' }).end();
  response.end('{}');
});
let url = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const ask = (path: string, limit?: number, production = false) =>
  providerFetch({ production }, limit)(url + path, { method: 'GET', headers: {} });

it('asks a provider for an answer in time and of a bounded length, and follows no redirect', async () => {
  expect(await (await ask('/')).json()).toEqual({});
  expect((await ask('/elsewhere')).status).toBe(302);
  await expect(ask('/silent', 20)).rejects.toThrow();
  await expect(ask('/endless')).rejects.toThrow('too long');
});

it('asks in production only what is public and https', async () => {
  await expect(ask('/', undefined, true)).rejects.toThrow('not public');
  await expect(
    providerFetch({ production: true })('https://localhost.localdomain./', { method: 'GET', headers: {} }),
  ).rejects.toThrow();
  const refused = [
    'http://login.example.com',
    'https://10.0.0.1',
    'https://127.1',
    'https://[::1]',
    'https://localhost',
  ];
  expect(refused.filter((address) => mayBeProvider({ production: true }, address))).toEqual([]);
  expect(mayBeProvider({ production: true }, 'https://login.example.com/realm')).toBe(true);
  expect(mayBeProvider({ production: false }, 'http://127.0.0.1:4000')).toBe(true);
});
