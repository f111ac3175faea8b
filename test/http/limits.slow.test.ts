import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { rateLimits } from '../../db/schema/index.ts';
import { assertWithinLimit, quotaOf } from '../../server/limits/limits.ts';
import { onServer } from '../helpers/database.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { outcome, query } from '../helpers/wire.ts';

const portal = portalForThisFile();

const remainingOf = ({ headers }: { headers: Record<string, unknown> }) => headers['x-ratelimit-remaining'];
const many = <T>(count: number, ask: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => ask(turn)));

describe('registration', () => {
  it('is limited to twenty attempts an hour per address, over REST and tRPC together', async () => {
    const browser = portal.visitor();

    const answers = await many(20, (turn) => browser.post(turn % 2 ? '/trpc/auth.register' : '/api/auth/register', {}));
    const refused = await browser.post('/api/auth/register', { email: 'not even an address' });
    const elsewhere = await portal.visitor().post('/api/auth/register', {});

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(400));
    expect(outcome(refused)).toBe('429 RATE_LIMITED');
    expect(refused.json().retry_after).toBe(Number(refused.headers['retry-after']));
    expect(refused.json().retry_after).toBeGreaterThan(59 * 60);
    expect(refused.json().retry_after).toBeLessThanOrEqual(60 * 60);
    expect(outcome(elsewhere)).toBe('400 VALIDATION_ERROR');
  });
});

describe('insights', () => {
  it('are limited to a hundred calls a minute per client, over REST and tRPC together', async () => {
    const person = await portal.register();
    const reader = await person.pipeline(['read']);
    const browser = portal.visitor();
    const login = await browser.post('/api/auth/login', { email: person.email, password: person.password });
    const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const ways = [
      () => person.get('/api/insights/history?limit=1'),
      () => person.get(query('insights.history', { limit: 1 })),
      () => person.post('/api/insights/query', {}),
      () => person.post('/trpc/insights.query', {}),
      () => reader.get('/api/insights/history?limit=1'),
      () => browser.get('/api/insights/history', { cookie }),
    ];

    const asked = await person.post('/api/insights/query', { type: 'scoring' });
    const answers = await many(99, (turn) => (ways[turn % ways.length] ?? ways[0])?.() as Promise<typeof asked>);
    const refused = await Promise.all(ways.map((ask) => ask()));

    expect(asked.headers).toMatchObject({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '99' });
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toEqual([]);
    expect(refused.map(outcome)).toEqual(ways.map(() => '429 RATE_LIMITED'));
  });

  it('return exactly {error, retry_after} and the headers beyond the limit', async () => {
    const person = await portal.register();
    await many(100, () => person.get('/api/insights/history?limit=0'));

    const rest = await person.get('/api/insights/history');
    const rpc = await person.get(query('insights.history', {}));

    const wait = Number(rest.headers['retry-after']);
    expect(rest.json()).toEqual({ error: expect.any(String), retry_after: wait });
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect(rest.headers).toMatchObject({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0' });
    const end = Number(rest.headers['x-ratelimit-reset']) - Date.now() / 1000;
    expect(Math.abs(end - wait)).toBeLessThan(3);
    expect(rpc.json().error.data).toMatchObject({ httpStatus: 429, errorCode: 'RATE_LIMITED' });
    expect(rpc.json().error.data.retryAfter).toBe(Number(rpc.headers['retry-after']));
  });

  it('return a constant end of the window in every response', async () => {
    const person = await portal.register();
    const before = Date.now() / 1000;
    const ends = [Number((await person.get('/api/insights/history')).headers['x-ratelimit-reset'])];
    const after = Date.now() / 1000;

    for (let turn = 0; turn < 6; turn++) {
      await pause(170);
      ends.push(Number((await person.get('/api/insights/history')).headers['x-ratelimit-reset']));
    }

    // Rounded up: never early, and less than a second late.
    for (const end of ends) {
      expect(end).toBeGreaterThan(before + 60 - 0.05);
      expect(end).toBeLessThan(after + 60 + 1.05);
    }
  });

  it('of one client do not count for another', async () => {
    const [busy, calm] = [await portal.register(), await portal.register()];
    await many(101, () => busy.get('/api/insights/history?limit=0'));

    const response = await calm.get('/api/insights/history');

    expect(outcome(response)).toBe('200');
    expect(remainingOf(response)).toBe('99');
  });

  it('count 200, 400 and 413 and return the limit headers with each', async () => {
    const person = await portal.register();

    const answers = [
      await person.get('/api/insights/history'),
      await person.get('/api/insights/history?limit=0'),
      await person.post('/api/insights/query', { x: 'x'.repeat(1_100_000) }),
      await person.post('/api/insights/query', { type: 'scoring' }),
      await person.post('/trpc/insights.query', { type: 'none' }),
      await person.get(query('insights.history', { limit: 5 })),
    ];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400, 413, 200, 400, 200]);
    expect(answers.map(remainingOf)).toEqual(['99', '98', '97', '96', '95', '94']);
    for (const { headers } of answers) expect(headers['x-ratelimit-reset']).toMatch(/^\d{10}$/);
  });
});

describe('the general limit', () => {
  it('counts by session, or by address before the 401', async () => {
    const strict = await portalForThisTest({ env: { RATE_LIMIT_PER_MINUTE: '5' } });
    const person = await strict.register();
    const stranger = strict.visitor();

    // One of the five is the profile request during setup.
    const own = await many(5, (turn) =>
      person.get(turn % 2 ? '/api/visibility/scores' : query('auth.account.sessions.list', {}), {
        'x-forwarded-for': strict.visitor().address,
      }),
    );
    const strange = await many(6, (turn) =>
      stranger.get(turn % 2 ? '/api/visibility/scores' : '/api/insights/history'),
    );

    const sorted = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).sort();
    expect(sorted(own)).toEqual([200, 200, 200, 200, 429]);
    expect(sorted(strange)).toEqual([401, 401, 401, 401, 401, 429]);
    const refused = own.find(({ statusCode }) => statusCode === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('counts an invalid session by address only', async () => {
    const strict = await portalForThisTest({ env: { RATE_LIMIT_PER_MINUTE: '3' } });
    const stranger = strict.visitor();
    const invented = () => ({ cookie: `portal_session=${randomBytes(32).toString('base64url')}` });

    const answers = await many(5, () => stranger.get('/api/visibility/scores', invented()));
    const counters = await strict.deps.database.accounts.select().from(rateLimits);

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([401, 401, 401, 429, 429]);
    expect(counters.map(({ hits }) => hits)).toEqual(onServer() ? [5] : []);
  });

  it('is separate from the insights limit', async () => {
    const strict = await portalForThisTest({ env: { RATE_LIMIT_PER_MINUTE: '3' } });
    const person = await strict.register();

    const insights = await many(10, () => person.get('/api/insights/history'));
    const scores = await many(2, () => person.get('/api/visibility/scores'));

    expect([...insights, ...scores].map(outcome)).toEqual(Array(12).fill('200'));
  });

  it.each(['', '/trpc'])('is separate from routes with their own limit %s', async (rpc) => {
    const strict = await portalForThisTest({ env: { RATE_LIMIT_PER_MINUTE: '3' } });
    const stranger = strict.visitor();
    const limited = rpc
      ? ['/trpc/auth.register', '/trpc/auth.login', '/trpc/auth.forgotPassword', '/trpc/auth.acceptInvitation']
      : ['/api/auth/register', '/api/auth/login', '/api/auth/forgot-password', '/api/auth/accept-invitation'];
    const askAll = async () => {
      const answers = [];
      for (const url of limited) answers.push(await stranger.post(url, {}));
      return answers.map(outcome);
    };

    const before = await askAll();
    const others = [];
    for (let turn = 0; turn < 4; turn++) others.push(await stranger.get('/api/visibility/scores'));
    const after = await askAll();

    expect(before).toEqual(Array(4).fill('400 VALIDATION_ERROR'));
    expect(others.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429]);
    expect(after).toEqual(before);
  });

  it.each([true, false])(
    'covers all sessions of an organization together, whether counted by session: %s',
    async (countInDatabase) => {
      const env = { RATE_LIMIT_PER_CLIENT: '12' };
      const strict = await portalForThisTest({ env, countInDatabase });
      const admin = await strict.register();
      const others = [await strict.join(admin), await strict.join(admin)];
      const outsider = await strict.register();

      const answers = [];
      for (let turn = 0; turn < 8; turn++)
        answers.push(...(await Promise.all([admin, ...others].map((person) => person.get('/api/visibility/scores')))));

      const refused = answers.filter(({ statusCode }) => statusCode === 429);
      // Registration during setup makes some of the twelve calls.
      expect(answers.length - refused.length).toBeLessThanOrEqual(12);
      expect(answers.length - refused.length).toBeGreaterThan(0);
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
      expect((await outsider.get('/api/visibility/scores')).statusCode).toBe(200);
    },
  );

  it('is off when RATE_LIMIT_PER_MINUTE is 0', async () => {
    const open = await portalForThisTest({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
    const stranger = open.visitor();

    const answers = [];
    for (let wave = 1; wave <= 13; wave++)
      answers.push(...(await many(55, () => stranger.get('/api/visibility/scores'))));

    expect(new Set(answers.map(outcome))).toEqual(new Set(['401 UNAUTHENTICATED']));
  });

  it('is 600 a minute by default', async () => {
    const stranger = portal.visitor();

    const answers = [];
    for (let wave = 1; wave <= 11; wave++)
      answers.push(...(await many(55, () => stranger.get('/api/visibility/scores'))));

    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
  });
});

describe('an exceeded limit', () => {
  it('asks for no longer wait than its window', () => {
    // The database rounds the end of a window to whole milliseconds, and its clock is not this process's.
    const quota = quotaOf({ max: 5, window: 900_000 }, { hits: 6, left: 900_000.4 });

    expect(quota).toEqual({ max: 5, window: 900_000, remaining: 0, left: 900_000, exceeded: true });
    expect(() => assertWithinLimit(quota)).toThrow(expect.objectContaining({ retryAfter: 900 }));
  });
});
