import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';
import { dial, outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();
let person: Person;
let address: string;
beforeAll(async () => {
  person = await portal.register();
  address = await portal.listen();
});

const JSON_TYPE = { 'content-type': 'application/json' };
const KIB = 1024;

/** The object as JSON of exactly this many bytes, padded by an unknown key. */
function padded(value: object, bytes: number) {
  const bare = JSON.stringify({ ...value, padding: '' });
  return JSON.stringify({ ...value, padding: 'x'.repeat(bytes - bare.length) });
}

/** Sends a body in chunks, without a Content-Length. */
const sendChunked = (url: string, body: string, headers: Record<string, string>) =>
  new Promise<{ statusCode: number; headers: Record<string, string> }>((resolve, reject) => {
    const outgoing = request(`${address}${url}`, { method: 'POST', headers: { ...JSON_TYPE, ...headers } });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      incoming.resume();
      incoming.once('end', () =>
        resolve({ statusCode: incoming.statusCode ?? 0, headers: incoming.headers as Record<string, string> }),
      );
    });
    for (let at = 0; at < body.length; at += 8 * KIB) outgoing.write(body.slice(at, at + 8 * KIB));
    outgoing.end();
  });

const SIZES = [
  ['auth by REST', 16, '/api/auth/account/sessions/revoke-others', {}],
  ['auth by tRPC', 16, '/trpc/auth.account.updateProfile', {}],
  ['insights by REST', 1024, '/api/insights/query', { type: 'scoring' }],
  ['insights by tRPC', 1024, '/trpc/insights.query', { type: 'scoring' }],
] as const;

describe.each(SIZES)('a body to %s of %i KiB', (_what, kib, url, value) => {
  it('is accepted, but not one byte more', async () => {
    const full = await person.post(url, padded(value, kib * KIB), JSON_TYPE);
    const over = await person.post(url, padded(value, kib * KIB + 1), JSON_TYPE);

    expect(outcome(full)).toBe('200');
    expect(outcome(over)).toBe('413 PAYLOAD_TOO_LARGE');
  });

  it('is accepted in chunks, but not one byte more', async () => {
    const full = await sendChunked(url, padded(value, kib * KIB), { cookie: person.cookie });
    const over = await sendChunked(url, padded(value, kib * KIB + 1), { cookie: person.cookie });

    expect(outcome(full)).toBe('200');
    expect(outcome(over)).toBe('413 PAYLOAD_TOO_LARGE');
  });
});

describe.each([
  ['REST', '/api/ingest/scans'],
  ['tRPC', '/trpc/ingest.scans'],
])('a scan by %s', (_way, url) => {
  it('may have 4 MiB, but not one byte more', async () => {
    const pipeline = await person.pipeline();

    const full = await pipeline.post(url, padded(scan(), 4096 * KIB), JSON_TYPE);
    const over = await pipeline.post(url, padded(scan(), 4096 * KIB + 1), JSON_TYPE);

    expect(full.statusCode).toBeLessThan(300);
    expect(outcome(over)).toBe('413 PAYLOAD_TOO_LARGE');
  });
});

describe('a tRPC batch', () => {
  const tooLarge = padded({ 0: {}, 1: {} }, 100 * KIB);

  it.each([
    ['auth.login', 'ingest.scans'],
    ['auth.login', 'insights.query'],
    ['auth.login', 'constructor.x'],
    ['auth.login', '__proto__'],
    ['auth.login', 'nothing'],
  ])('does not raise the limit of %s when combined with %s', async (...calls) => {
    const response = await portal.visitor().post(`/trpc/${calls.join(',')}?batch=1`, tooLarge, JSON_TYPE);

    expect(response.json()[0].error.data).toMatchObject({ httpStatus: 413, errorCode: 'PAYLOAD_TOO_LARGE' });
  });

  it('has a maximum body size for any procedures', async () => {
    const huge = padded({ 0: {}, 1: {} }, 4096 * KIB + 1);

    const response = await portal.visitor().post('/trpc/auth.login,constructor.x?batch=1', huge, JSON_TYPE);

    expect(response.json()[0].error.data.errorCode).toBe('PAYLOAD_TOO_LARGE');
  });

  it('applies the limit to a path encoded twice', async () => {
    const response = await portal.visitor().post('/trpc/%2561uth.login', padded({}, 100 * KIB), JSON_TYPE);

    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.headers['x-error-code']).not.toBe('VALIDATION_ERROR');
  });
});

describe('a body with too large a Content-Length', () => {
  it('is rejected before it arrives', async () => {
    const peer = dial(portal.app);

    peer.say('POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n');
    peer.say('Content-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n{');

    expect(outcome(await peer.answer())).toBe('413 PAYLOAD_TOO_LARGE');
  });
});
