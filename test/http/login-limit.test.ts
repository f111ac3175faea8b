import { describe, expect, it } from 'vitest';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const JSON_TYPE = { 'content-type': 'application/json' };
const WAYS = [
  ['REST', '/api/auth/login'],
  ['tRPC', '/trpc/auth.login'],
] as const;

const nobody = () => ({ email: `nobody-${Math.random()}@example.com`, password: 'wrong' });

/** The values of the three headers, with the end of the window in seconds from now. */
const standing = ({ headers }: { headers: Record<string, unknown> }) => ({
  limit: headers['x-ratelimit-limit'],
  remaining: headers['x-ratelimit-remaining'],
  resetsIn: Number(headers['x-ratelimit-reset']) - Date.now() / 1000,
});

describe.each(WAYS)('login by %s', (_way, url) => {
  it('allows five attempts and rejects the sixth even with the right password', async () => {
    const { email, password } = await portal.register();
    const browser = portal.visitor();

    const answers = [];
    for (const attempt of [nobody(), { email, password }, nobody(), { email, password: 'wrong' }, { email, password }])
      answers.push(await browser.post(url, attempt));
    const sixth = await browser.post(url, { email, password });

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 200, 401, 401, 200]);
    expect(answers.map((answer) => standing(answer).remaining)).toEqual(['4', '3', '2', '1', '0']);
    expect(outcome(sixth)).toBe('429 RATE_LIMITED');
    expect(sixth.cookies).toEqual([]);
  });

  it('returns the limit headers with every response', async () => {
    const { email, password } = await portal.register();
    const browser = portal.visitor();

    const answers = [
      await browser.post(url, { email, password }),
      await browser.post(url, nobody()),
      await browser.post(url, {}),
      await browser.post(url, '{', JSON_TYPE),
      await browser.post(url, 'x=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      await browser.post(url, { padding: 'x'.repeat(20_000) }),
    ];
    for (let attempt = 0; attempt < 4; attempt++) answers.push(await browser.post(url, nobody()));

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401, 400, 400, 415, 413, 401, 401, 401, 429]);
    const remaining = ['4', '3', '3', '3', '3', '3', '2', '1', '0', '0'];
    expect(answers.map((answer) => standing(answer).remaining)).toEqual(remaining);
    for (const answer of answers) {
      const { limit, resetsIn } = standing(answer);
      expect(limit).toBe('5');
      expect(answer.headers['x-ratelimit-reset']).toMatch(/^\d{10}$/);
      expect(resetsIn).toBeGreaterThan(14 * 60);
      expect(resetsIn).toBeLessThan(15 * 60 + 3);
    }
  });

  it('does not count malformed attempts and validates them before the limit', async () => {
    const browser = portal.visitor();
    const malformed = [{}, { email: 'a' }, { email: 'a@example.com' }, { email: 'a@example.com', password: 5 }, []];
    for (const body of [...malformed, ...malformed]) await browser.post(url, body);

    const attempts = [];
    for (let attempt = 1; attempt <= 6; attempt++) attempts.push(await browser.post(url, nobody()));
    const after = await browser.post(url, {});

    expect(attempts.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(outcome(after)).toBe('400 VALIDATION_ERROR');
  });

  it('allows exactly five of fifty concurrent attempts', async () => {
    const { email, password } = await portal.register();
    const browser = portal.visitor();

    const answers = await Promise.all(Array.from({ length: 50 }, () => browser.post(url, { email, password })));

    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect([count(200), count(429)]).toEqual([5, 45]);
  });
});

describe('a rejected login', () => {
  it('returns the same wait in its body and header', async () => {
    const browser = portal.visitor();
    for (let attempt = 0; attempt < 5; attempt++) await browser.post('/api/auth/login', nobody());

    const rest = await browser.post('/api/auth/login', nobody());
    const rpc = await browser.post('/trpc/auth.login', nobody());

    const wait = Number(rest.headers['retry-after']);
    expect(rest.json()).toEqual({ ok: false, error: expect.any(String), code: 'RATE_LIMITED', retry_after: wait });
    expect(rest.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(wait).toBeLessThanOrEqual(15 * 60);
    expect(rpc.json().error.data.retryAfter).toBe(Number(rpc.headers['retry-after']));
  });

  it('does not extend the window', async () => {
    const browser = portal.visitor();
    const first = await browser.post('/api/auth/login', nobody());
    for (let attempt = 0; attempt < 10; attempt++) await browser.post('/api/auth/login', nobody());

    const last = await browser.post('/api/auth/login', nobody());

    const drift = Number(last.headers['x-ratelimit-reset']) - Number(first.headers['x-ratelimit-reset']);
    expect(Math.abs(drift)).toBeLessThanOrEqual(1);
  });

  it('is rejected over REST and tRPC after five attempts over the other', async () => {
    const browser = portal.visitor();
    for (let attempt = 0; attempt < 5; attempt++)
      await browser.post(attempt % 2 ? '/trpc/auth.login' : '/api/auth/login', nobody());

    const answers = [await browser.post('/api/auth/login', nobody()), await browser.post('/trpc/auth.login', nobody())];

    expect(answers.map(outcome)).toEqual(['429 RATE_LIMITED', '429 RATE_LIMITED']);
  });
});

describe('a device that the account knows', () => {
  const deviceOf = ({ cookies }: { cookies: { name: string; value: string }[] }) => ({
    cookie: `portal_device=${cookies.find(({ name }) => name === 'portal_device')?.value}`,
  });

  it('signs in while the address of its office is used up, and has five attempts of its own', async () => {
    const { email, password } = await portal.register();
    const office = portal.visitor();
    const device = deviceOf(await office.post('/api/auth/login', { email, password }));
    for (let attempt = 0; attempt < 5; attempt++) await office.post('/api/auth/login', nobody());

    const stranger = await office.post('/api/auth/login', { email, password });
    const answers = [];
    for (let attempt = 0; attempt < 6; attempt++)
      answers.push(await office.post('/api/auth/login', { email, password }, device));
    const elsewhere = await portal.visitor().post('/api/auth/login', { email, password }, device);

    expect(outcome(stranger)).toBe('429 RATE_LIMITED');
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers.map((answer) => standing(answer).remaining)).toEqual(['4', '3', '2', '1', '0', '0']);
    expect(outcome(elsewhere)).toBe('429 RATE_LIMITED');
  });

  it('counts by the address for other accounts', async () => {
    const [known, other] = [await portal.register(), await portal.register()];
    const office = portal.visitor();
    const device = deviceOf(await office.post('/api/auth/login', known));
    for (let attempt = 0; attempt < 4; attempt++) await office.post('/api/auth/login', nobody());

    expect(outcome(await office.post('/api/auth/login', other, device))).toBe('429 RATE_LIMITED');
  });
});

it('LOGIN_ATTEMPTS sets another number', async () => {
  const strict = await portalForThisTest({ beside: portal, env: { LOGIN_ATTEMPTS: '2' } });
  const browser = strict.visitor();

  const answers = [];
  for (let attempt = 0; attempt < 3; attempt++) answers.push(await browser.post('/api/auth/login', nobody()));

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 429]);
});

describe('the general limit', () => {
  it('does not apply to sign-in or its headers', async () => {
    const strict = await portalForThisTest({ beside: portal, env: { RATE_LIMIT_PER_MINUTE: '1' } });
    const browser = strict.visitor();
    for (let turn = 0; turn < 2; turn++) await browser.get('/api/auth/account/profile');

    const answers = [];
    for (let attempt = 1; attempt <= 6; attempt++) answers.push(await browser.post('/api/auth/login', nobody()));

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(answers.map((answer) => standing(answer).limit)).toEqual(Array(6).fill('5'));
  });
});
