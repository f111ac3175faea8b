import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { query } from '../helpers/wire.ts';

const portal = portalForThisFile();
let person: Person;
beforeAll(async () => {
  person = await portal.register();
});

type Asked = [status: number, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object | string];

const BATCH = `/trpc/visibility.scores,auth.account.profile?batch=1&input=${encodeURIComponent('{}')}`;
const SIGNED_IN: Asked[] = [
  [200, 'GET', '/api/auth/account/profile'],
  [200, 'GET', '/api/auth/account/sessions'],
  [200, 'GET', '/api/visibility/scores'],
  [200, 'GET', '/api/insights/history'],
  [200, 'POST', '/api/insights/query', { type: 'scoring' }],
  [200, 'GET', query('visibility.scores', {})],
  [200, 'GET', BATCH],
  [200, 'POST', '/trpc/auth.account.updateProfile', {}],
  [201, 'POST', '/api/auth/org/api-keys', { name: 'Key', scopes: ['read'] }],
  [400, 'GET', '/api/insights/history?limit=0'],
  [400, 'PUT', '/api/auth/account/profile', { name: 5 }],
  [400, 'GET', query('insights.history', { limit: 0 })],
  [404, 'GET', '/api/nothing'],
  [404, 'GET', '/trpc/nothing'],
  [404, 'DELETE', '/api/auth/account/sessions/no-id'],
  [405, 'GET', '/api/auth/login'],
  [405, 'GET', '/trpc/auth.logout'],
  [413, 'PUT', '/api/auth/account/profile', { padding: 'x'.repeat(20_000) }],
  [415, 'PUT', '/api/auth/account/profile', 'of no type'],
];

describe('a response to a signed-in caller', () => {
  it.each(SIGNED_IN)('%i is not cacheable: %s %s', async (status, method, url, body) => {
    const response = await person.send(method, url, body);

    expect(response.statusCode).toBe(status);
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(response.headers).not.toHaveProperty('etag');
  });

  it('403 for a scope or an origin is not cacheable', async () => {
    const pipeline = await person.pipeline();

    const answers = await Promise.all([
      pipeline.get('/api/visibility/scores'),
      person.post('/api/auth/logout', undefined, { origin: 'https://evil.example' }),
    ]);

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403]);
    for (const { headers } of answers) expect(headers['cache-control']).toBe('private, no-store');
  });
});

const PUBLIC: Asked[] = [
  [200, 'GET', '/healthz'],
  [200, 'GET', '/readyz'],
  [200, 'GET', '/openapi.json'],
  [200, 'GET', '/docs/'],
  [401, 'GET', '/api/auth/account/profile'],
  [401, 'GET', query('auth.account.profile', {})],
  [200, 'GET', '/'],
];
const EVERYBODY: [who: string, ...Asked][] = [
  ...SIGNED_IN.map((asked): [string, ...Asked] => ['someone signed in', ...asked]),
  ...PUBLIC.map((asked): [string, ...Asked] => ['a stranger', ...asked]),
];

describe('every response', () => {
  it.each(EVERYBODY)(
    'to %s has a request id, the security headers and no software name: %i %s %s',
    async (who, status, method, url, body) => {
      const response = await (who === 'a stranger' ? portal.visitor() : person).send(method, url, body);

      expect(response.statusCode).toBe(status);
      expect(response.headers).toMatchObject({
        'x-request-id': expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-/),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'referrer-policy': 'no-referrer',
      });
      for (const name of ['x-powered-by', 'server', 'strict-transport-security', 'via', 'x-runtime'])
        expect(response.headers).not.toHaveProperty(name);
      expect('x-error-code' in response.headers).toBe(status >= 400);
    },
  );
});

describe('a request id', () => {
  it('is taken from X-Request-Id alone', async () => {
    const { headers } = await portal.visitor().get('/healthz', { 'request-id': 'chosen-by-a-stranger' });

    expect(headers['x-request-id']).not.toBe('chosen-by-a-stranger');
  });
});

describe('over HTTPS', () => {
  it('every response has Strict-Transport-Security', async () => {
    const secure = await portalForThisTest({ beside: portal, env: { PUBLIC_URL: 'https://portal.example' } });

    const answers = await Promise.all(
      ['/healthz', '/api/auth/account/profile', '/trpc/nothing', '/docs/', '/nothing'].map((url) =>
        secure.visitor().get(url),
      ),
    );

    for (const { headers } of answers) expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8,}/);
  });
});
