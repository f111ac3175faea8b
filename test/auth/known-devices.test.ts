import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { knownDeviceFailures, signInFailures, users } from '../../db/schema/index.ts';
import { sign } from '../../server/files/links.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { codeOf, enrol, halfway } from '../helpers/second-factor.ts';
import { outcome } from '../helpers/wire.ts';

// The count of wrong passwords in a row, apart from that of attempts.
const portal = portalForThisFile({ besideOthers: true, env: { LOGIN_ATTEMPTS: '1000' } });

const LOGIN = '/api/auth/login';
const CHANGE = '/api/auth/account/change-password';
const NEW = 'a password that is new';
const YEAR = 365 * 24 * 60 * 60;

const cookieValue = ({ cookie }: Person, name: string) => new RegExp(`${name}=([^;]+)`).exec(cookie)?.[1] ?? '';
const cookieOf = (person: Person, name: string) => `${name}=${cookieValue(person, name)}`;

/** One sign-in from an unused address, with these cookies. */
const attempt = (email: string, password: string, cookie = '') =>
  portal.visitor().post(LOGIN, { email, password }, { cookie });

const AGO = sql`now() - interval '5 seconds'`;

async function fail(email: string, times: number, cookie = '') {
  const answers = [];
  for (let turn = 0; turn < times; turn++) answers.push(await attempt(email, 'wrong', cookie));
  // At the limit an attempt waits for those of the last second, which may still be under verification.
  const { accounts } = portal.deps.database;
  for (const failures of [signInFailures, knownDeviceFailures])
    await accounts.update(failures).set({ lastAt: AGO }).where(eq(failures.email, email));
  return answers.map(outcome);
}

describe('Strangers with wrong passwords', () => {
  it('lock nobody out of a browser that has signed in before', async () => {
    const person = await portal.register();
    const device = cookieOf(person, 'portal_device');
    await fail(person.email, 10);

    const stranger = await attempt(person.email, person.password);
    const owner = await attempt(person.email, person.password, device);
    const change = await person.post(CHANGE, { currentPassword: person.password, newPassword: NEW });

    expect([stranger, owner, change].map(outcome)).toEqual(['429 RATE_LIMITED', '200', '200']);
  });

  it('lock nobody out of changing the password in a session without the cookie of the device', async () => {
    const person = await portal.register();
    await fail(person.email, 10);

    const change = await portal
      .visitor()
      .post(
        CHANGE,
        { currentPassword: person.password, newPassword: NEW },
        { cookie: cookieOf(person, 'portal_session') },
      );

    expect(outcome(change)).toBe('200');
  });

  it('stay locked out when the owner signs in on a known device', async () => {
    const person = await portal.register();
    await fail(person.email, 10);
    await attempt(person.email, person.password, cookieOf(person, 'portal_device'));

    expect(outcome(await attempt(person.email, person.password))).toBe('429 RATE_LIMITED');
  });
});

describe('A known device', () => {
  it('has ten attempts of its own, which lock nobody else', async () => {
    const person = await portal.register();
    const device = cookieOf(person, 'portal_device');

    const wrong = await fail(person.email, 10, device);
    const locked = await attempt(person.email, person.password, device);
    const elsewhere = await attempt(person.email, person.password);

    expect(wrong).toEqual(Array(10).fill('401 INVALID_CREDENTIALS'));
    expect(outcome(locked)).toBe('429 RATE_LIMITED');
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(outcome(elsewhere)).toBe('200');
  });

  it('gets ten of thirty concurrent attempts', async () => {
    const person = await portal.register();
    const device = cookieOf(person, 'portal_device');

    const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(person.email, 'wrong', device)));

    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
  });

  it('starts again after a correct password, and after a password reset', async () => {
    const person = await portal.register();
    const device = cookieOf(person, 'portal_device');
    await fail(person.email, 9, device);
    const right = await attempt(person.email, person.password, device);
    await fail(person.email, 10, device);

    await portal.visitor().post('/api/auth/forgot-password', { email: person.email });
    const token = (await portal.mailTo(person.email)).at(-1)?.token;
    await portal.visitor().post('/api/auth/reset-password', { token, password: NEW });

    expect(outcome(right)).toBe('200');
    expect(outcome(await attempt(person.email, NEW, device))).toBe('200');
  });

  it('is no longer known after a password reset', async () => {
    const person = await portal.register();
    const device = cookieOf(person, 'portal_device');
    await portal.visitor().post('/api/auth/forgot-password', { email: person.email });
    const token = (await portal.mailTo(person.email)).at(-1)?.token;
    await portal.visitor().post('/api/auth/reset-password', { token, password: NEW });

    const wrong = [...(await fail(person.email, 5, device)), ...(await fail(person.email, 5))];

    expect(wrong).toEqual(Array(10).fill('401 INVALID_CREDENTIALS'));
    expect(outcome(await attempt(person.email, NEW, device))).toBe('429 RATE_LIMITED');
  });

  it('is no longer known after a change of the password elsewhere, and known after one on it', async () => {
    const person = await portal.register();
    const before = cookieOf(person, 'portal_device');
    const change = await person.post(CHANGE, { currentPassword: person.password, newPassword: NEW });
    const after = `portal_device=${change.cookies.find(({ name }) => name === 'portal_device')?.value}`;
    await fail(person.email, 10);

    const answers = [await attempt(person.email, NEW, before), await attempt(person.email, NEW, after)];

    expect(answers.map(outcome)).toEqual(['429 RATE_LIMITED', '200']);
  });

  it('is known to every account that has signed in on it', async () => {
    const [one, other] = [await portal.register(), await portal.register()];
    const second = await attempt(other.email, other.password, cookieOf(one, 'portal_device'));
    const both = `portal_device=${second.cookies.find(({ name }) => name === 'portal_device')?.value}`;
    await Promise.all([fail(one.email, 10), fail(other.email, 10)]);

    const answers = [await attempt(one.email, one.password, both), await attempt(other.email, other.password, both)];

    expect(answers.map(outcome)).toEqual(['200', '200']);
  });

  it('is known after the second factor only, where the account has one', async () => {
    const person = await portal.register();
    const authenticator = await enrol(person);
    const half = await halfway(portal, person);

    const whole = await half.verify(codeOf(authenticator));

    const [before, after] = [half.response, whole].map(({ cookies }) => cookies.map(({ name }) => name));
    expect(before).not.toContain('portal_device');
    expect(after).toContain('portal_device');
  });

  it('stays known after signing out, and after a failed sign-in', async () => {
    const person = await portal.register();

    const answers = [await person.post(LOGIN, { email: person.email, password: 'wrong' })];
    answers.push(await person.post('/api/auth/logout'));

    expect(answers.flatMap(({ cookies }) => cookies.map(({ name }) => name))).not.toContain('portal_device');
  });

  it('has a cookie of one year that is HttpOnly, and Secure over HTTPS', async () => {
    const secure = await portalForThisTest({ beside: portal, env: { PUBLIC_URL: 'https://portal.example' } });
    const { email, password } = await secure.register();

    const { cookies } = await secure.visitor().post(LOGIN, { email, password });

    const { value, ...attributes } = cookies.find(({ name }) => name === 'portal_device') ?? {};
    expect(attributes).toEqual({
      name: 'portal_device',
      maxAge: YEAR,
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure: true,
    });
    expect(value).not.toContain(email);
  });
});

describe('A device is not known by', () => {
  /** Locks an account by ten wrong passwords, none of which is still being verified. */
  async function lock(email: string) {
    await portal.deps.database.accounts.insert(signInFailures).values({ email, count: 10, lastAt: AGO });
  }
  const HOUR = 3_600_000;
  const id = 'A'.repeat(43);
  const made = (key: string, email: string, expires: number, hash: string) =>
    `${id}.${expires}~${sign(key, 'known device', id, expires, email, hash)}`;
  const hashOf = async ({ userId }: Person) => {
    const [user] = await portal.deps.database.accounts.select().from(users).where(eq(users.id, userId));
    return user?.passwordHash ?? '';
  };
  const ownKey = () => portal.deps.env.SIGNING_KEY;

  it.each([
    ['the cookie of another account', (_: Person, other: Person) => cookieValue(other, 'portal_device')],
    ['a cookie with another id', (one: Person) => cookieValue(one, 'portal_device').replace(/^.{43}/, id)],
    [
      'a cookie with a later expiry',
      (one: Person) => cookieValue(one, 'portal_device').replace(/\.\d{13}/, '.9999999999999'),
    ],
    [
      'a cookie that has expired',
      ({ email }: Person, _: Person, hash: string) => made(ownKey(), email, Date.now() - HOUR, hash),
    ],
    [
      'a cookie of another key',
      ({ email }: Person, _: Person, hash: string) => made('another', email, Date.now() + HOUR, hash),
    ],
    [
      'a cookie of another password',
      ({ email }: Person, _: Person, hash: string) => made(ownKey(), email, Date.now() + HOUR, `${hash}x`),
    ],
    ['nonsense', () => `${id}.${'9'.repeat(13)}~${'A'.repeat(43)}`],
    ['very much nonsense', () => `${id}${`.${'9'.repeat(13)}~${'A'.repeat(43)}`.repeat(100)}`],
  ])('%s', async (_what, forged) => {
    const [person, other] = [await portal.register(), await portal.register()];
    await lock(person.email);

    const answer = await attempt(
      person.email,
      person.password,
      `portal_device=${forged(person, other, await hashOf(person))}`,
    );

    expect(outcome(answer)).toBe('429 RATE_LIMITED');
  });

  // The forgeries above differ from this one in a single part each.
  it('anything less than a signature of the portal on id, expiry, address and password', async () => {
    const person = await portal.register();
    await lock(person.email);

    const signed = made(ownKey(), person.email, Date.now() + HOUR, await hashOf(person));

    expect(outcome(await attempt(person.email, person.password, `portal_device=${signed}`))).toBe('200');
  });
});
