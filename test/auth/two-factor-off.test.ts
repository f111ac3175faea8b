import { describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { ageSession, codeOf, enrol, halfway, mailsTo, wrongCode } from '../helpers/second-factor.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const DISABLE = '/api/auth/2fa/disable';
const REGENERATE = '/api/auth/2fa/regenerate-backup-codes';
const BOTH = [DISABLE, REGENERATE];

async function enrolled() {
  const person = await portal.register();
  return { person, authenticator: await enrol(person) };
}

async function enrolledLongAgo() {
  const someone = await enrolled();
  await ageSession(portal, someone.person);
  return someone;
}

const login = ({ email, password }: Person, from = portal.visitor()) =>
  from.post('/api/auth/login', { email, password });

describe('POST /api/auth/2fa/disable', () => {
  it('takes effect at once, ends all other sessions and notifies the user by email', async () => {
    const { person, authenticator } = await enrolled();
    const other = await (await halfway(portal, person)).verify(codeOf(authenticator));

    const response = await person.post(DISABLE);

    const cookies = { portal_session: other.cookies[0]?.value ?? '' };
    const elsewhere = await portal.inject({ url: '/api/auth/account/profile', cookies });
    const here = await person.get('/api/auth/account/profile');
    expect([response.statusCode, response.json()]).toEqual([200, { ok: true }]);
    expect([elsewhere.statusCode, here.statusCode]).toEqual([401, 200]);
    expect(here.json().data.twoFactorEnabled).toBe(false);
    expect((await login(person)).json()).toHaveProperty('user');
    expect(await mailsTo(portal, person.email)).toContain('twoFactorOff');
  });

  it('ends pending second steps', async () => {
    const { person, authenticator } = await enrolled();
    const visitor = await halfway(portal, person);

    await person.post(DISABLE);

    expect(outcome(await visitor.verify(codeOf(authenticator)))).toBe('401 INVALID_TEMP_TOKEN');
  });

  it('allows a new setup with another secret and other codes', async () => {
    const { person, authenticator } = await enrolled();
    await (await halfway(portal, person)).verify(codeOf(authenticator));
    await person.post(DISABLE);

    const fresh = await enrol(person);

    const visitor = await halfway(portal, person);
    const old = [
      await visitor.verify(codeOf(authenticator, 1)),
      await visitor.verifyBackup(authenticator.backupCodes[0] ?? ''),
    ];
    expect(old.map(outcome)).toEqual(Array(2).fill('401 INVALID_CODE'));
    expect(outcome(await visitor.verify(codeOf(fresh)))).toBe('200');
  });
});

describe('POST /api/auth/2fa/regenerate-backup-codes', () => {
  it('returns ten new codes, voids the old ones and notifies the user by email', async () => {
    const { person, authenticator } = await enrolled();

    const response = await person.post(REGENERATE);

    const { backupCodes } = response.json();
    const visitor = await halfway(portal, person);
    expect([response.statusCode, response.json()]).toEqual([200, { ok: true, backupCodes }]);
    expect(new Set([...backupCodes, ...authenticator.backupCodes]).size).toBe(20);
    expect(outcome(await visitor.verifyBackup(authenticator.backupCodes[0] ?? ''))).toBe('401 INVALID_CODE');
    expect((await visitor.verifyBackup(backupCodes[0])).json()).toMatchObject({ ok: true, backupCodesRemaining: 9 });
    expect(await mailsTo(portal, person.email)).toContain('newBackupCodes');
  });
});

describe.each(BOTH)('%s', (url) => {
  it('returns 400 without a second factor, also for an old session', async () => {
    const [fresh, old] = [await portal.register(), await portal.register()];
    await ageSession(portal, old);

    const answers = [await fresh.post(url), await old.post(url), await old.post(url, { password: old.password })];

    expect(answers.map(outcome)).toEqual(Array(3).fill('400 TWO_FACTOR_NOT_ENABLED'));
  });

  it('needs no confirmation within an hour of the sign-in, with or without a body', async () => {
    const people = [await enrolled(), await enrolled(), await enrolled()];

    const answers = [
      await people[0]?.person.post(url),
      await people[1]?.person.post(url, {}),
      await people[2]?.person.post(url, '', { 'content-type': 'application/json' }),
    ];

    expect(answers.map((answer) => answer?.statusCode)).toEqual([200, 200, 200]);
  });

  it('requires the password or a code an hour after the sign-in', async () => {
    const { person, authenticator } = await enrolledLongAgo();

    const answers = [
      await person.post(url),
      await person.post(url, { password: 'not the password' }),
      await person.post(url, { code: wrongCode(authenticator) }),
      await person.post(url, { code: 'aaaa-bbbb-cccc' }),
      await person.post(url, { password: 'not the password', code: codeOf(authenticator) }),
    ];

    expect(answers.map(outcome)).toEqual(Array(5).fill('403 REAUTH_REQUIRED'));
    const visitor = await halfway(portal, person);
    expect(outcome(await visitor.verifyBackup(authenticator.backupCodes[9] ?? ''))).toBe('200');
  });

  it('accepts the password, an authenticator code or a backup code, and each code once', async () => {
    const [one, two, three] = [await enrolledLongAgo(), await enrolledLongAgo(), await enrolledLongAgo()];

    const answers = [
      await one.person.post(url, { password: one.person.password }),
      await two.person.post(url, { code: codeOf(two.authenticator) }),
      await three.person.post(url, { code: three.authenticator.backupCodes[2]?.toUpperCase() }),
    ];

    expect(answers.map(outcome)).toEqual(['200', '200', '200']);
  });

  it.each([{ password: 5 }, { code: 123456 }, { password: '' }, { code: [] }, []])('refuses %j', async (body) => {
    const { person } = await enrolled();

    expect(outcome(await person.post(url, body))).toBe('400 VALIDATION_ERROR');
  });

  it('returns 401 without a session and 403 for an API key', async () => {
    const pipeline = await (await portal.register()).pipeline(['ingest', 'read']);

    const answers = [await portal.visitor().post(url), await pipeline.post(url)];

    expect(answers.map(outcome)).toEqual(['401 UNAUTHENTICATED', '403 FORBIDDEN']);
  });
});

describe('A code used as confirmation', () => {
  it('is refused by a later sign-in', async () => {
    const { person, authenticator } = await enrolledLongAgo();
    const code = codeOf(authenticator);

    await person.post(REGENERATE, { code });

    expect(outcome(await (await halfway(portal, person)).verify(code))).toBe('401 INVALID_CODE');
    expect(outcome(await person.post('/api/auth/2fa/setup'))).toBe('409 TWO_FACTOR_ALREADY_ENABLED');
  });
});

describe('A wrong password as confirmation', () => {
  it('counts against the sign-in limit of the device, from any IP address: the sixth attempt returns 429', async () => {
    const { person } = await enrolledLongAgo();
    const attempt = (password: string, turn: number) =>
      person.post(DISABLE, { password }, { 'x-forwarded-for': `10.9.${turn}.1` });

    const wrong = [];
    for (let turn = 0; turn < 5; turn++) wrong.push(await attempt('wrong', turn));
    const right = await attempt(person.password, 99);

    expect(wrong.map(outcome)).toEqual(Array(5).fill('403 REAUTH_REQUIRED'));
    expect(outcome(right)).toBe('429 RATE_LIMITED');
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(14 * 60);
  });

  it('counts before it is checked: of fifteen at once five are', async () => {
    const { person } = await enrolledLongAgo();

    const answers = await Promise.all(Array.from({ length: 15 }, () => person.post(DISABLE, { password: 'wrong' })));

    expect(answers.map(outcome).sort()).toEqual([
      ...Array(5).fill('403 REAUTH_REQUIRED'),
      ...Array(10).fill('429 RATE_LIMITED'),
    ]);
  });

  it('shares that limit with the sign-ins of the device', async () => {
    const { person } = await enrolledLongAgo();

    for (let turn = 0; turn < 5; turn++) await person.post(DISABLE, { password: 'wrong' });
    const { email, password, cookie } = person;
    const again = await portal.visitor().post('/api/auth/login', { email, password }, { cookie });

    expect(outcome(again)).toBe('429 RATE_LIMITED');
  });

  it('is reset by a correct one, which is not counted', async () => {
    const { person } = await enrolledLongAgo();

    const answers = [];
    for (let turn = 0; turn < 7; turn++) answers.push(await person.post(REGENERATE, { password: person.password }));

    expect(answers.map(outcome)).toEqual(Array(7).fill('200'));
  });
});
