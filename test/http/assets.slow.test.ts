import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { assets } from '../../server/web/assets.ts';
import { BUILT_PAGES } from '../../server/web/built-pages.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const ASSETS = ['/docs/', '/openapi.json'];
const DECODED: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
const many = <T>(count: number, ask: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => ask(turn)));

function read(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return portal.inject({ method, url, headers });
}

describe.each(ASSETS)('%s', (url) => {
  it.each(['br', 'gzip'])('is sent as %s on request, with its own ETag', async (encoding) => {
    const plain = await read(url);
    const packed = await read(url, { 'accept-encoding': encoding });

    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(DECODED[encoding]?.(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length);
    expect(packed.headers.etag).toMatch(/^"[\w-]{27}"$/);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    for (const { headers, rawPayload } of [plain, packed]) {
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'public, max-age=300' });
      expect(headers['content-length']).toBe(String(rawPayload.length));
    }
  });

  it('returns 304 for a matching ETag of the same encoding', async () => {
    const packed = { 'accept-encoding': 'gzip, br' };
    const { headers } = await read(url, packed);
    const known = { 'if-none-match': `"another", W/${headers.etag}` };

    const again = await read(url, { ...packed, ...known });
    const inAnother = await read(url, known);

    expect([again.statusCode, again.body, inAnother.statusCode]).toEqual([304, '', 200]);
    for (const name of ['etag', 'vary', 'cache-control']) expect(again.headers[name]).toBe(headers[name]);
  });

  it.each([{}, { 'accept-encoding': 'br' }])('answers HEAD as GET, without the body: %j', async (headers) => {
    const get = await read(url, headers);
    const head = await read(url, headers, 'HEAD');

    expect([head.statusCode, head.body]).toEqual([200, '']);
    for (const name of ['content-length', 'content-type', 'content-encoding', 'etag', 'vary', 'cache-control'])
      expect(head.headers[name]).toBe(get.headers[name]);
  });
});

describe('content negotiation', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate', undefined],
    ['*;q=0', undefined],
    ['nonsense;;q=x,,', undefined],
  ])('answers Accept-Encoding "%s" with %s', async (accepted, encoding) => {
    const { statusCode, headers } = await read('/openapi.json', { 'accept-encoding': accepted });

    expect([statusCode, headers['content-encoding']]).toEqual([200, encoding]);
  });
});

describe('an asset that is not built yet', () => {
  it('is built once for thirty concurrent requests', async () => {
    const app = Fastify();
    let built = 0;
    const body = async () => `built ${++built} times`;
    app.get('/', assets(portal.deps.limits)({ type: 'text/plain', body }));

    const answers = await many(30, () => app.inject('/'));

    expect(new Set(answers.map(({ body: text }) => text))).toEqual(new Set(['built 1 times']));
  });

  it('is built again after a failure', async () => {
    const app = Fastify();
    const asset = assets(portal.deps.limits);
    const bodies = [() => Promise.reject(new Error('not now')), async () => 'here'];
    app.get('/', asset({ type: 'text/plain', body: async () => bodies.shift()?.() ?? 'asked too often' }));

    const answers = [];
    for (let turn = 0; turn < 3; turn++) answers.push(await app.inject('/'));

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 200, 200]);
    expect(answers.map(({ body }) => body).slice(1)).toEqual(['here', 'here']);
  });
});

describe('requests for assets', () => {
  it('count against the limit of the address', async () => {
    const strict = await portalForThisTest({ env: { RATE_LIMIT_PER_MINUTE: '4' } });
    const reader = strict.visitor();
    await reader.get('/api/visibility/scores');

    const answers = [];
    for (const url of [...ASSETS, '/icon.svg', '/docs/']) answers.push(await reader.get(url));
    const elsewhere = await strict.visitor().get('/docs/');

    expect(answers.map(outcome)).toEqual(['200', '200', '200', '429 RATE_LIMITED']);
    expect(answers[3]?.headers['cache-control']).toBe('private, no-store');
    expect(outcome(elsewhere)).toBe('200');
  });

  it('from an allowed origin vary by origin and encoding', async () => {
    const open = await portalForThisTest({ env: { CORS_ORIGINS: 'https://app.example' } });

    const { headers } = await open.inject({ url: '/openapi.json', headers: { origin: 'https://app.example' } });

    expect(headers.vary).toBe('Origin, Accept-Encoding');
  });
});

// Over a socket: requests that are injected have their dots removed.
it.each(['/assets/', '/assets//x', '/assets/%2e%2e/index.html', '/assets/..%5c..%5cx', '/assets/none.js'])(
  '%s is not found',
  async (path) => {
    const { hostname, port } = new URL(await portal.listen());

    const [response] = await once(request({ hostname, port, path }).end(), 'response');
    response.resume();

    expect(response.statusCode).toBe(404);
  },
);

describe('files of the pages', () => {
  const [script = ''] = readdirSync(new URL('assets/', BUILT_PAGES)).filter((name) => name.endsWith('.js'));

  it('are sent compressed, to be kept for a year', async () => {
    const plain = await read(`/assets/${script}`);
    const packed = await read(`/assets/${script}`, { 'accept-encoding': 'br' });
    const head = await read(`/assets/${script}`, { 'accept-encoding': 'br' }, 'HEAD');

    expect(outcome(plain)).toBe('200');
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect([outcome(head), head.body]).toEqual(['200', '']);
  });

  it('refuse other methods, and unknown names are not found by any', async () => {
    const answers = [];
    for (const name of [script, 'none.js'])
      answers.push(await portal.inject({ method: 'POST', url: `/assets/${name}`, payload: {} }));

    expect(answers.map(outcome)).toEqual(['405 METHOD_NOT_ALLOWED', '404 NOT_FOUND']);
    expect(answers.map(({ headers }) => headers.allow)).toEqual(['GET, HEAD', undefined]);
  });
});
