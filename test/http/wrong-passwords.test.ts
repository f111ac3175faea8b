import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const URLS = ['/api/auth/login', '/trpc/auth.login'];

/** One attempt from an address that nobody used before, now by REST, now by tRPC. */
const attempt = (email: string, password: string, turn = 0) =>
  portal.visitor().post(URLS[turn % 2] ?? '', { email, password });

async function fail(email: string, times: number) {
  const answers = [];
  for (let turn = 0; turn < times; turn++) answers.push(await attempt(email, 'wrong', turn));
  return answers.map(({ statusCode }) => statusCode);
}

describe('an account', () => {
  it('takes no password after ten wrong ones in a row, from wherever they came', async () => {
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

  it('says where the limit of the address stands on that 429 as well', async () => {
    const { email, password } = await portal.register();
    await fail(email, 10);

    const response = await attempt(email, password);

    expect(response.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' });
  });

  it('starts to count anew after a right one', async () => {
    const { email, password } = await portal.register();

    const first = await fail(email, 9);
    const right = await attempt(email, password);
    const second = await fail(email, 9);
    const again = await attempt(email, password);

    expect([...first, ...second]).toEqual(Array(18).fill(401));
    expect([right, again].map(outcome)).toEqual(['200', '200']);
  });

  it('is one account in whatever case its address is written', async () => {
    const { email, password } = await portal.register();

    for (let turn = 0; turn < 10; turn++) await attempt(turn % 2 ? email.toUpperCase() : ` ${email} `, 'wrong', turn);

    expect(outcome(await attempt(email, password))).toBe('429 RATE_LIMITED');
  });

  it('passes ten of thirty at once, and none of another account', async () => {
    const [victim, other] = [await portal.register(), await portal.register()];

    const answers = await Promise.all(Array.from({ length: 30 }, (_, turn) => attempt(victim.email, 'wrong', turn)));

    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
    expect(outcome(await attempt(other.email, other.password))).toBe('200');
  });

  it('takes its right password thirty times at once', async () => {
    const { email, password } = await portal.register();

    const answers = await Promise.all(Array.from({ length: 30 }, (_, turn) => attempt(email, password, turn)));

    expect(answers.map(outcome)).toEqual(Array(30).fill('200'));
  });

  it('keeps its sessions while it takes no passwords', async () => {
    const person = await portal.register();
    await fail(person.email, 11);

    const response = await person.get('/api/auth/account/profile');

    expect(outcome(response)).toBe('200');
  });

  it('that nobody has behaves as one that somebody has', async () => {
    const { email } = await portal.register();

    const known = await fail(email, 11);
    const unknown = await fail(`nobody-${email}`, 11);

    expect(known).toEqual([...Array(10).fill(401), 429]);
    expect(unknown).toEqual(known);
  });
});
