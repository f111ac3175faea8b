import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { signInFailures } from '../../db/schema/index.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const URLS = ['/api/auth/login', '/trpc/auth.login'];

/** One attempt from an unused address, alternately over REST and tRPC. */
const attempt = (email: string, password: string, turn = 0) =>
  portal.visitor().post(URLS[turn % 2] ?? '', { email, password });

async function fail(email: string, times: number) {
  const answers = [];
  for (let turn = 0; turn < times; turn++) answers.push(await attempt(email, 'wrong', turn));
  // At the limit an attempt waits for those of the last second, which may still be under verification.
  const settled = { lastAt: sql`now() - interval '5 seconds'` };
  await portal.deps.database.accounts.update(signInFailures).set(settled).where(eq(signInFailures.email, email));
  return answers.map(({ statusCode }) => statusCode);
}

describe('the wrong-password limit of an account', () => {
  it('rejects every password after ten wrong ones from any addresses', async () => {
    const { email, password } = await portal.register();

    const wrong = await fail(email, 10);
    const right = [await attempt(email, password), await attempt(email, password, 1)];

    expect(wrong).toEqual(Array(10).fill(401));
    expect(right.map(outcome)).toEqual(['429 RATE_LIMITED', '429 RATE_LIMITED']);
    expect(right.flatMap(({ cookies }) => cookies)).toEqual([]);
    const wait = Number(right[0]?.headers['retry-after']);
    expect(right[0]?.json().retry_after).toBe(wait);
    expect(wait).toBeGreaterThan(14 * 60);
    expect(wait).toBeLessThanOrEqual(15 * 60);
  });

  it('returns the limit headers of the address with the 429', async () => {
    const { email, password } = await portal.register();
    await fail(email, 10);

    const response = await attempt(email, password);

    expect(response.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' });
  });

  it('resets after a correct password', async () => {
    const { email, password } = await portal.register();

    const first = await fail(email, 9);
    const right = await attempt(email, password);
    const second = await fail(email, 9);
    const again = await attempt(email, password);

    expect([...first, ...second]).toEqual(Array(18).fill(401));
    expect([right, again].map(outcome)).toEqual(['200', '200']);
  });

  it.each([
    [9, 14, '429 RATE_LIMITED'],
    [9, 16, '200'],
    [10, 16, '200'],
  ])(
    'counts passwords within 15 minutes: %i wrong ones %i minutes ago and one now lead to %s',
    async (wrong, minutes, expected) => {
      const { email, password } = await portal.register();
      await fail(email, wrong);
      const then = sql`now() - ${minutes} * interval '1 minute'`;
      await portal.deps.database.accounts
        .update(signInFailures)
        .set({ lastAt: then })
        .where(eq(signInFailures.email, email));

      await fail(email, 1);

      expect(outcome(await attempt(email, password))).toBe(expected);
    },
  );

  it('ignores the case of the email address', async () => {
    const { email, password } = await portal.register();

    for (let turn = 0; turn < 10; turn++) await attempt(turn % 2 ? email.toUpperCase() : ` ${email} `, 'wrong', turn);

    expect(outcome(await attempt(email, password))).toBe('429 RATE_LIMITED');
  });

  it('allows ten of thirty concurrent attempts and does not affect other accounts', async () => {
    const [victim, other] = [await portal.register(), await portal.register()];

    const answers = await Promise.all(Array.from({ length: 30 }, (_, turn) => attempt(victim.email, 'wrong', turn)));

    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
    expect(outcome(await attempt(other.email, other.password))).toBe('200');
  });

  it('allows thirty concurrent sign-ins with the correct password', async () => {
    const { email, password } = await portal.register();

    const answers = await Promise.all(Array.from({ length: 30 }, (_, turn) => attempt(email, password, turn)));

    expect(answers.map(outcome)).toEqual(Array(30).fill('200'));
  });

  it('leaves existing sessions valid', async () => {
    const person = await portal.register();
    await fail(person.email, 11);

    const response = await person.get('/api/auth/account/profile');

    expect(outcome(response)).toBe('200');
  });

  it('behaves the same for an unknown account', async () => {
    const { email } = await portal.register();

    const known = await fail(email, 11);
    const unknown = await fail(`nobody-${email}`, 11);

    expect(known).toEqual([...Array(10).fill(401), 429]);
    expect(unknown).toEqual(known);
  });
});
