import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';
import { outcome, query } from '../helpers/wire.ts';

const portal = portalForThisFile();
let person: Person;
beforeAll(async () => {
  person = await portal.register();
});

const nobody = { email: `${randomUUID()}@example.com`, password: 'wrong' };

describe('the HTTP methods of tRPC', () => {
  it.each([
    'auth.register',
    'auth.login',
    'auth.logout',
    'auth.account.updateProfile',
    'auth.account.sessions.remove',
    'auth.account.sessions.revokeOthers',
    'auth.org.apiKeys.create',
    'auth.org.apiKeys.remove',
    'ingest.scans',
    'insights.query',
  ])('call %s by POST and not by GET', async (path) => {
    const refused = await person.get(query(path, {}));
    const refusedInBatch = await person.get(`/trpc/${path}?batch=1&input=${encodeURIComponent('{"0":{}}')}`);

    expect([refused, refusedInBatch].map(outcome)).toEqual(Array(2).fill('405 METHOD_NOT_ALLOWED'));
    expect([refused, refusedInBatch].map(({ headers }) => headers.allow)).toEqual(['POST', 'POST']);
  });

  it.each([
    'auth.account.profile',
    'auth.account.sessions.list',
    'auth.org.apiKeys.list',
    'visibility.scores',
    'visibility.scoreHistory',
    'insights.history',
  ])('call %s by GET and not by POST', async (path) => {
    const good = await person.get(query(path, {}));
    const refused = await person.post(`/trpc/${path}`, {});

    expect(outcome(good)).toBe('200');
    expect(outcome(refused)).toBe('405 METHOD_NOT_ALLOWED');
    expect(refused.headers.allow).toBe('GET, HEAD');
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('do not include %s', async (method) => {
    const response = await portal.inject({ method, url: '/trpc/auth.login' });

    expect(outcome(response)).toBe('405 METHOD_NOT_ALLOWED');
    expect(response.headers.allow).toContain('POST');
  });
});

describe('a tRPC response', () => {
  it('contains the REST response', async () => {
    await (await person.pipeline()).post('/trpc/ingest.scans', scan());

    const pairs = await Promise.all(
      [
        ['/api/auth/account/profile', query('auth.account.profile', {})],
        ['/api/auth/account/sessions', query('auth.account.sessions.list', {})],
        ['/api/visibility/scores', '/trpc/visibility.scores'],
        ['/api/visibility/score-history?limit=5', query('visibility.scoreHistory', { limit: 5 })],
        ['/api/insights/history', query('insights.history', {})],
      ].map(([rest = '', rpc = '']) => Promise.all([person.get(rest), person.get(rpc)])),
    );

    for (const [rest, rpc] of pairs) expect(rpc.json()).toEqual({ result: { data: rest.json() } });
  });
});

describe('a tRPC error', () => {
  const ASKED = [
    ['BAD_REQUEST', 400, 'VALIDATION_ERROR', () => person.get(query('insights.history', { limit: 0 }))],
    ['BAD_REQUEST', 400, 'INVALID_JSON', () => person.get('/trpc/insights.history?input=%7B')],
    ['UNAUTHORIZED', 401, 'UNAUTHENTICATED', () => portal.visitor().get('/trpc/visibility.scores')],
    ['UNAUTHORIZED', 401, 'INVALID_CREDENTIALS', () => portal.visitor().post('/trpc/auth.login', nobody)],
    ['NOT_FOUND', 404, 'NOT_FOUND', () => person.post('/trpc/auth.account.sessions.remove', { id: 'no-id' })],
    ['NOT_FOUND', 404, 'NOT_FOUND', () => person.get('/trpc/nothing.here')],
    ['METHOD_NOT_SUPPORTED', 405, 'METHOD_NOT_ALLOWED', () => person.get('/trpc/auth.login')],
    ['CONFLICT', 409, 'EMAIL_EXISTS', () => portal.visitor().post('/trpc/auth.register', { ...person })],
    [
      'PAYLOAD_TOO_LARGE',
      413,
      'PAYLOAD_TOO_LARGE',
      () => person.post('/trpc/auth.account.updateProfile', { x: 'x'.repeat(20_000) }),
    ],
    [
      'UNSUPPORTED_MEDIA_TYPE',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      () => person.post('/trpc/auth.logout', 'x', { 'content-type': 'multipart/form-data; boundary=x' }),
    ],
  ] as const;

  it.each(ASKED)('has %s, %i and %s in its data and no stack', async (code, httpStatus, errorCode, ask) => {
    const response = await ask();

    const { error } = response.json();
    expect(outcome(response)).toBe(`${httpStatus} ${errorCode}`);
    expect(error.data).toMatchObject({ code, httpStatus, errorCode });
    expect(Object.keys(error).sort()).toEqual(['code', 'data', 'message']);
    expect(['code', 'errorCode', 'httpStatus', 'issues', 'path', 'retryAfter']).toEqual(
      expect.arrayContaining(Object.keys(error.data)),
    );
    expect(response.body).not.toMatch(/stack|node_modules|\.ts:|ZodError/);
  });

  const EVIL = { origin: 'https://evil.example' };
  const OVERRIDE = { 'x-http-method-override': 'DELETE' };
  it.each([
    ['another site', 'FORBIDDEN', '403 CSRF_REJECTED', () => person.post('/trpc/auth.logout', {}, EVIL)],
    [
      'a batch of it',
      'FORBIDDEN',
      '403 CSRF_REJECTED',
      () => person.post('/trpc/auth.logout?batch=1', { 0: {} }, EVIL),
    ],
    ['nothing there', 'FORBIDDEN', '403 CSRF_REJECTED', () => person.post('/trpc/nothing.here', {}, EVIL)],
    [
      'a method override',
      'METHOD_NOT_SUPPORTED',
      '405 METHOD_NOT_ALLOWED',
      () => person.post('/trpc/auth.logout', {}, OVERRIDE),
    ],
    [
      'a method of REST',
      'METHOD_NOT_SUPPORTED',
      '405 METHOD_NOT_ALLOWED',
      () => person.del('/trpc/auth.account.sessions.remove'),
    ],
  ] as const)('has the same shape where guards refuse the request: %s', async (_what, code, expected, ask) => {
    const response = await ask();

    const [httpStatus, errorCode] = [Number(expected.slice(0, 3)), expected.slice(4)];
    expect(outcome(response)).toBe(expected);
    expect(response.json()).toEqual({
      error: {
        code: expect.any(Number),
        message: expect.stringMatching(/^[A-Z].+\.$/),
        data: { code, httpStatus, errorCode },
      },
    });
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await person.get('/api/auth/account/profile')).statusCode).toBe(200);
  });

  it('names each invalid field, as REST does', async () => {
    const wrong = { name: '', scopes: ['everything'] };

    const rest = await person.post('/api/auth/org/api-keys', wrong);
    const rpc = await person.post('/trpc/auth.org.apiKeys.create', wrong);

    expect(rpc.json().error.data.issues).toEqual(rest.json().issues);
    expect(rpc.json().error.message).toBe(rest.json().error);
    expect(rest.json().issues).toHaveLength(2);
  });
});
