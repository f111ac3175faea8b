import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rateLimits } from '../../db/schema/index.ts';
import { type Portal, portalForThisTest } from '../helpers/portal.ts';
import { REDIS_URL, redisAnswers } from '../helpers/redis.ts';
import { wireTo } from '../helpers/tcp-proxy.ts';

// Two processes of one deployment: two portals in one process that share only the database and Redis.

// Redis keeps its data between runs, so each run uses its own address.
const address = () => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;

const login = (portal: Portal, forwarded: string, turn: number) =>
  portal.inject({
    method: 'POST',
    url: turn % 4 < 2 ? '/api/auth/login' : '/trpc/auth.login',
    headers: { 'x-forwarded-for': forwarded },
    payload: { email: `${randomUUID()}@example.com`, password: 'wrong' },
  });

/** Sends fifty concurrent logins from one address, half to each portal, and returns the number of successes. */
async function flood(portals: [Portal, Portal]) {
  const from = address();
  const all = await Promise.all(Array.from({ length: 50 }, (_, turn) => login(portals[turn % 2 ? 1 : 0], from, turn)));
  const count = (status: number) => all.filter(({ statusCode }) => statusCode === status).length;
  // A process that is busy with fifty at once may shed one of them.
  return { through: count(401), refused: count(429) + count(503) };
}

describe('two processes on one database', () => {
  test('allow five of fifty concurrent logins in total', async () => {
    const one = await portalForThisTest({ countInDatabase: true });
    const two = await portalForThisTest({ beside: one, countInDatabase: true });

    expect(await flood([one, two])).toEqual({ through: 5, refused: 45 });
  });

  test('count the insights of one client together', async () => {
    const one = await portalForThisTest({ countInDatabase: true });
    const two = await portalForThisTest({ beside: one, countInDatabase: true });
    const person = await one.register();
    const ask = (portal: Portal) =>
      portal.inject({ url: '/api/insights/history?limit=0', headers: { cookie: person.cookie } });

    const all = await Promise.all(Array.from({ length: 110 }, (_, turn) => ask(turn % 2 ? one : two)));

    expect(all.filter(({ statusCode }) => statusCode === 400)).toHaveLength(100);
    expect(all.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
  });

  test('count the calls of one session together, single and batched', async () => {
    const env = { RATE_LIMIT_PER_MINUTE: '40' };
    const one = await portalForThisTest({ env, countInDatabase: true });
    const two = await portalForThisTest({ env, beside: one, countInDatabase: true });
    const { cookie } = await one.register();
    const url = (calls: number) => `/trpc/${Array(calls).fill('visibility.scores').join(',')}?batch=1`;

    // Forty a minute less one call during setup: 3 × 10 in batches and 9 single ones.
    const batches = await Promise.all(
      [one, two, one].map((portal) => portal.inject({ url: url(10), headers: { cookie } })),
    );
    const singles = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        (turn % 2 ? one : two).inject({ url: '/api/visibility/scores', headers: { cookie } }),
      ),
    );

    expect(batches.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(singles.filter(({ statusCode }) => statusCode === 200)).toHaveLength(9);
    expect(singles.filter(({ statusCode }) => statusCode === 429)).toHaveLength(11);
  });

  test('count the wrong passwords of one account together', async () => {
    const one = await portalForThisTest({ countInDatabase: true });
    const two = await portalForThisTest({ beside: one, countInDatabase: true });
    const { email, password } = await one.register();
    const attempt = (portal: Portal, word: string) =>
      portal.visitor().post('/api/auth/login', { email, password: word });

    for (let turn = 0; turn < 10; turn++) await attempt(turn % 2 ? one : two, 'wrong');
    const right = [await attempt(one, password), await attempt(two, password)];

    expect(right.map(({ statusCode }) => statusCode)).toEqual([429, 429]);
  });
});

describe.each(['refuse', 'silence'] as const)('a Redis that goes away (%s)', (how) => {
  test.skipIf(!redisAnswers)('leaves the limits to the database until it is back', async () => {
    const { hostname, port } = new URL(REDIS_URL);
    const wire = await wireTo({ host: hostname, port: Number(port) || 6379 });
    const env = { REDIS_URL: `redis://127.0.0.1:${wire.port}` };
    const portal = await portalForThisTest({ env, countInDatabase: true });
    const from = address();
    const counted = async () => {
      const { statusCode, headers } = await login(portal, from, 0);
      return [statusCode, headers['x-ratelimit-remaining']];
    };
    const before = await counted();

    wire[how]();
    const away = [];
    for (let turn = 0; turn < 6; turn++) away.push(await counted());
    await wire.heal();
    wire.drop();
    const back = () => counted();

    expect(before).toEqual([401, '4']);
    expect(away).toEqual([...['4', '3', '2', '1', '0'].map((left) => [401, left]), [429, '0']]);
    await expect.poll(back, { timeout: 20_000, interval: 500 }).toEqual([401, expect.any(String)]);
  });
});

describe('two processes on one Redis', () => {
  test.skipIf(!redisAnswers)('allow five of fifty concurrent logins in total', async () => {
    const one = await portalForThisTest({ env: { REDIS_URL } });
    const two = await portalForThisTest({ env: { REDIS_URL } });

    expect(await flood([one, two])).toEqual({ through: 5, refused: 45 });
  });

  test.skipIf(!redisAnswers)('count the calls of a session in Redis only', async () => {
    const portal = await portalForThisTest({ env: { REDIS_URL, RATE_LIMIT_PER_MINUTE: '3' } });
    // One of the three is the profile request during setup.
    const person = await portal.register();

    const all = await Promise.all(Array.from({ length: 5 }, () => person.get('/api/visibility/scores')));

    expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 429, 429, 429]);
    expect(await portal.deps.database.accounts.select().from(rateLimits)).toEqual([]);
  });

  test.skipIf(!redisAnswers)('return the limit headers of one process', async () => {
    const portal = await portalForThisTest({ env: { REDIS_URL } });
    const from = address();

    const all = [];
    for (let turn = 0; turn < 6; turn++) all.push(await login(portal, from, turn));

    expect(all.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['4', '3', '2', '1', '0', '0']);
    const wait = Number(all[5]?.headers['retry-after']);
    expect(wait).toBeGreaterThan(14 * 60);
    expect(wait).toBeLessThanOrEqual(15 * 60);
  });
});
