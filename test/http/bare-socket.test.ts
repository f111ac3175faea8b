import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { dial, sendRaw } from '../helpers/wire.ts';

const portal = portalForThisFile();
beforeAll(async () => {
  await portal.listen();
});

const speak = (text: string) => {
  const peer = dial(portal.app);
  peer.say(text);
  return peer.answer();
};

describe('malformed HTTP', () => {
  it.each([
    ['nonsense', 400, 'nonsense\r\n\r\n'],
    ['TLS', 400, '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n'],
    ['an unknown method', 400, 'STEAL /api/auth/login HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a malformed header', 400, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n'],
    ['a NUL in the path', 400, 'GET /healthz\u0000 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a NUL in a header', 400, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\u0000b\r\n\r\n'],
    ['no host', 400, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'both a length and chunks (request smuggling)',
      400,
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'two lengths',
      400,
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
    ],
    ['endless headers', 431, `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
    ['an endless path', 431, `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
  ])('returns a standard error for %s', async (_what, status, text) => {
    const response = await speak(text);

    expect(response.statusCode).toBe(status);
    expect(JSON.parse(response.body)).toEqual({
      ok: false,
      error: expect.stringMatching(/\.$/),
      code: response.headers['x-error-code'],
      issues: [{ path: '', message: expect.any(String) }],
    });
    expect(response.headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      'x-error-code': 'VALIDATION_ERROR',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers).not.toHaveProperty('server');
  });

  it('gets the security headers of every response', async () => {
    const { headers } = await speak('nonsense\r\n\r\n');

    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    });
  });
});

describe('an undecodable path', () => {
  it.each(['/%', '/%zz', '/api/auth/%ff', '/trpc/%', '/api/insights/%c0%80', '/docs/%'])(
    'returns a standard error: %s',
    async (path) => {
      const response = await sendRaw(portal.app, `GET ${path}`);

      expect([400, 404]).toContain(response.statusCode);
      expect(response.headers).toMatchObject({
        'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
        'x-error-code': expect.stringMatching(/^(VALIDATION_ERROR|NOT_FOUND)$/),
        'x-content-type-options': 'nosniff',
      });
      expect(JSON.parse(response.body)).not.toHaveProperty('statusCode');
      expect(response.body).not.toContain('FST_');
    },
  );
});

describe('a very long path', () => {
  it.each(['/api/auth/account/sessions/', '/trpc/', '/'])('returns 404 under %s', async (prefix) => {
    const method = prefix.startsWith('/api') ? 'DELETE' : 'GET';

    const response = await sendRaw(portal.app, `${method} ${prefix}${'x'.repeat(5_000)}`);

    // 401 where a session is required first.
    expect([401, 404]).toContain(response.statusCode);
    expect(response.headers['x-error-code']).toMatch(/^(NOT_FOUND|UNAUTHENTICATED)$/);
    expect(response.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });
});

describe('a second request on a connection that waits for an answer', () => {
  it('is not handled, and closes the connection behind that answer', async () => {
    const seen = vi.fn();
    portal.app.server.on('request', seen);
    onTestFinished(() => void portal.app.server.off('request', seen));
    const { text } = await speak('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(500));

    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
    expect(seen.mock.calls.length).toBe(2);
    expect(text).toMatch(/^connection: close\r$/im);
  });
});
