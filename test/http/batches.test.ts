import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();
let person: Person;
beforeAll(async () => {
  person = await portal.register();
});

const batch = (path: string, count: number) => `/trpc/${Array(count).fill(path).join(',')}?batch=1`;
const inputs = (count: number, input: (turn: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, turn) => [turn, input(turn)]));
const nobody = () => ({ email: `${randomUUID()}@example.com`, password: 'wrong' });

describe('a tRPC batch', () => {
  it('of twenty logins counts as twenty, and five pass', async () => {
    const browser = portal.visitor();

    const response = await browser.post(batch('auth.login', 20), inputs(20, nobody));
    const after = await browser.post('/api/auth/login', nobody());

    const statuses = response
      .json()
      .map((call: { error: { data: { httpStatus: number } } }) => call.error.data.httpStatus);
    expect(statuses.filter((status: number) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status: number) => status === 429)).toHaveLength(15);
    expect(outcome(after)).toBe('429 RATE_LIMITED');
  });

  it.each([
    ['auth.login', 21],
    ['auth.login', 100],
    ['auth.login', 1000],
  ])('of %s × %i is rejected as a whole', async (path, count) => {
    const browser = portal.visitor();

    const response = await browser.post(batch(path, count), inputs(count, nobody));
    const after = await browser.post('/api/auth/login', nobody());

    expect(response.statusCode).toBe(400);
    expect(response.headers['x-error-code']).toBe('VALIDATION_ERROR');
    expect(after.headers['x-ratelimit-remaining']).toBe('4');
  });

  it('of twenty calls with long names is answered', async () => {
    const response = await person.get(
      `${batch('visibility.scoreHistory', 20)}&input=${encodeURIComponent(JSON.stringify(inputs(20, () => ({ limit: 1 }))))}`,
    );

    expect(outcome(response)).toBe('200');
    expect(response.json()).toHaveLength(20);
  });

  it('counts each call against the insights limit of the client', async () => {
    const asker = await portal.register();

    const response = await asker.get(
      `${batch('insights.history', 20)}&input=${encodeURIComponent(JSON.stringify(inputs(20, () => ({}))))}`,
    );
    const after = await asker.get('/api/insights/history');

    expect(outcome(response)).toBe('200');
    expect(after.headers['x-ratelimit-remaining']).toBe('79');
  });

  it.each([
    ['in memory', {}],
    ['in the database', { countInDatabase: true }],
  ])('counts each call against the general limit, %s, and refuses those past it', async (_, where) => {
    const strict = await portalForThisTest({ ...where, beside: portal, env: { RATE_LIMIT_PER_MINUTE: '12' } });
    // One of the twelve is the profile request during setup.
    const reader = await strict.register();

    const first = await reader.get(batch('visibility.scores', 5));
    const second = await reader.get(batch('visibility.scores', 10));

    const isAnswered = ({ result }: { result?: object }) => result !== undefined;
    expect(first.json().filter(isAnswered)).toHaveLength(5);
    expect(first.headers.ratelimit).toMatch(/^"general";r=6;/);
    expect(second.json().map(isAnswered)).toEqual([...Array(6).fill(true), ...Array(4).fill(false)]);
    expect(second.json().at(-1).error.data.errorCode).toBe('RATE_LIMITED');
  });

  it('counts insights separately from other calls', async () => {
    const strict = await portalForThisTest({ beside: portal, env: { RATE_LIMIT_PER_MINUTE: '3' } });
    // One of the three is the profile request during setup.
    const asker = await strict.register();
    const mixed = 'insights.history,visibility.scores,insights.history,visibility.scores,visibility.scores';

    const response = await asker.get(
      `/trpc/${mixed}?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: {}, 2: {} }))}`,
    );
    const after = await asker.get('/api/insights/history');

    const refused = response
      .json()
      .map(({ error }: { error?: { data: { errorCode: string } } }) => error?.data.errorCode);
    expect([refused[0], refused[2]]).toEqual([undefined, undefined]);
    expect([refused[1], refused[3], refused[4]].sort()).toEqual(['RATE_LIMITED', undefined, undefined]);
    expect(after.headers['x-ratelimit-remaining']).toBe('97');
  });

  it('answers each call independently', async () => {
    const input = encodeURIComponent(JSON.stringify({ 0: {}, 1: { limit: 0 }, 2: { limit: 2 } }));

    const response = await person.get(
      `/trpc/visibility.scores,insights.history,insights.history?batch=1&input=${input}`,
    );

    const [scores, bad, good] = response.json();
    expect(response.statusCode).toBe(207);
    expect(scores.result.data.ok).toBe(true);
    expect(bad.error.data).toMatchObject({ httpStatus: 400, errorCode: 'VALIDATION_ERROR' });
    expect(good.result.data.limit).toBe(2);
  });

  it('of queries and mutations is rejected', async () => {
    const response = await person.post('/trpc/auth.logout,auth.account.profile?batch=1', {});

    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect((await person.get('/api/auth/account/profile')).statusCode).toBe(200);
  });
});
