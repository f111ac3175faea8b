import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { outcome, query, sendRaw } from '../helpers/wire.ts';

const portal = portalForThisFile();
let person: Person;
beforeAll(async () => {
  person = await portal.register();
  await portal.listen();
});

const sentence = expect.stringMatching(/^[A-Z].+\.$/);
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };

describe('an error', () => {
  it.each([
    ['INVALID_JSON', 400, () => person.put('/api/auth/account/profile', '{', JSON_TYPE)],
    ['UNAUTHENTICATED', 401, () => portal.visitor().get('/api/auth/account/profile')],
    [
      'INVALID_CREDENTIALS',
      401,
      () => portal.visitor().post('/api/auth/login', { email: `${randomUUID()}@example.com`, password: 'no' }),
    ],
    ['CSRF_REJECTED', 403, () => person.post('/api/auth/logout', undefined, { origin: 'https://evil.example' })],
    ['NOT_FOUND', 404, () => person.get('/api/nothing')],
    ['NOT_FOUND', 404, () => person.del('/api/auth/account/sessions/no-id')],
    ['METHOD_NOT_ALLOWED', 405, () => person.get('/api/auth/login')],
    ['EMAIL_EXISTS', 409, () => portal.visitor().post('/api/auth/register', { ...person, email: person.email })],
    ['PAYLOAD_TOO_LARGE', 413, () => person.put('/api/auth/account/profile', { name: 'x'.repeat(20_000) })],
    ['UNSUPPORTED_MEDIA_TYPE', 415, () => person.put('/api/auth/account/profile', 'x', FORM)],
  ] as const)('%s has its status, its code and a sentence, and nothing else', async (code, status, ask) => {
    const response = await ask();

    expect(outcome(response)).toBe(`${status} ${code}`);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['x-request-id']).toMatch(UUID);
    expect(response.json()).toEqual({ ok: false, error: sentence, code });
  });

  it('of validation names each invalid field', async () => {
    const response = await person.post('/api/auth/org/api-keys', { name: '', scopes: ['ingest', 'everything'] });

    expect(response.json()).toEqual({
      ok: false,
      error: sentence,
      code: 'VALIDATION_ERROR',
      issues: [
        { path: 'name', message: expect.any(String) },
        { path: 'scopes.1', message: expect.any(String) },
      ],
    });
  });

  it('never repeats the input', async () => {
    const secret = 'a-password-that-is-a-secret';
    const word = 'a-word-that-is-none';

    const answers = await Promise.all([
      portal.visitor().post('/api/auth/login', { email: secret, password: secret }),
      portal.visitor().post('/trpc/auth.login', { email: 5, password: [secret] }),
      portal.visitor().post('/api/auth/login', `{"password":"${secret}"`, JSON_TYPE),
      person.get(`/api/insights/history?limit=${word}`),
      person.get(`/${word}`),
    ]);

    for (const { body } of answers) expect(body).not.toMatch(/a-password-that-is-a-secret|a-word-that-is-none/);
  });
});

describe('an error of an insights route', () => {
  it.each([
    ['a type that is none', '400 VALIDATION_ERROR', () => person.post('/api/insights/query', { type: 'nonsense' })],
    ['a limit of 0', '400 VALIDATION_ERROR', () => person.get('/api/insights/history?limit=0')],
    ['no JSON', '400 INVALID_JSON', () => person.post('/api/insights/query', '{', JSON_TYPE)],
    ['no session', '401 UNAUTHENTICATED', () => portal.visitor().get('/api/insights/history')],
    [
      'a whole URL for a path',
      '401 UNAUTHENTICATED',
      () => sendRaw(portal.app, 'GET http://localhost/api/insights/history'),
    ],
    ['an encoded path', '401 UNAUTHENTICATED', () => sendRaw(portal.app, 'GET /api/%69nsights/history')],
    ['a key without the scope', '403 FORBIDDEN', async () => (await person.pipeline()).get('/api/insights/history')],
    [
      'another site',
      '403 CSRF_REJECTED',
      () => person.post('/api/insights/query', {}, { origin: 'https://evil.example' }),
    ],
    ['no such route', '404 NOT_FOUND', () => person.get('/api/insights/nothing')],
    ['another method', '405 METHOD_NOT_ALLOWED', () => person.get('/api/insights/query')],
    ['a large body', '413 PAYLOAD_TOO_LARGE', () => person.post('/api/insights/query', { x: 'x'.repeat(1_100_000) })],
    ['a form', '415 UNSUPPORTED_MEDIA_TYPE', () => person.post('/api/insights/query', 'x', FORM)],
  ])('is exactly {error}: %s, %s', async (_what, expected, ask) => {
    const response = await ask();

    expect(outcome(response)).toBe(expected);
    expect(JSON.parse(response.body)).toEqual({ error: sentence });
    expect(response.headers['x-request-id']).toMatch(UUID);
  });

  it('is exactly {error, retry_after} when the insights service is unreachable', async () => {
    // Nothing listens on port 2; fetch refuses to try port 1.
    const alone = await portalForThisTest({
      beside: portal,
      env: { INSIGHTS_URL: 'http://127.0.0.1:2', INSIGHTS_SECRET: 'x'.repeat(32) },
    });
    const asker = await alone.register();

    const rest = await asker.post('/api/insights/query', { type: 'scoring' });
    const rpc = await asker.post('/trpc/insights.query', { type: 'scoring' });

    expect([rest, rpc].map(outcome)).toEqual(['503 SERVICE_UNAVAILABLE', '503 SERVICE_UNAVAILABLE']);
    expect(rest.json()).toEqual({ error: sentence, retry_after: Number(rest.headers['retry-after']) });
    expect(rest.json().retry_after).toBeGreaterThanOrEqual(1);
    expect(rpc.json().error.data.retryAfter).toBe(Number(rpc.headers['retry-after']));
  });
});

describe('an internal error', () => {
  it('returns a fixed sentence and logs the details', async () => {
    const broken = await portalForThisTest();
    const victim = await broken.register();
    await broken.deps.database.accounts.execute(sql`alter table users rename column name to gone`);
    await broken.deps.database.accounts.execute(sql`alter table insight_run_totals rename to also_gone`);

    const account = await victim.get('/api/auth/account/profile');
    const history = await victim.get('/api/insights/history');
    const rpc = await victim.get(query('insights.history', {}));

    expect([account, history, rpc].map(outcome)).toEqual(Array(3).fill('500 INTERNAL'));
    expect(account.json()).toEqual({ ok: false, error: sentence, code: 'INTERNAL' });
    expect(history.json()).toEqual({ error: account.json().error });
    expect(rpc.json().error.message).toBe(account.json().error);
    const inside = /select|insight_run_totals|column|drizzle|postgres|node_modules|\.ts\b|at /i;
    for (const { body } of [account, history, rpc]) expect(body).not.toMatch(inside);
    expect(broken.lines.join('')).toContain('42703');
    expect(broken.lines.join('')).toContain(account.headers['x-request-id']);
  });
});
