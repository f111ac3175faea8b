import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { ageSession, codeOf, enrol, halfway, wrongCode } from '../helpers/second-factor.ts';
import { events } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const SETUP = '/api/auth/2fa/setup';
const CONFIRM = '/api/auth/2fa/confirm';

async function enrolled() {
  const person = await portal.register();
  return { person, authenticator: await enrol(person) };
}

async function signedInLongAgo() {
  const person = await portal.register();
  await ageSession(portal, person);
  return person;
}

const isOn = async (person: Awaited<ReturnType<typeof signedInLongAgo>>) =>
  (await person.get('/api/auth/account/profile')).json().data.twoFactorEnabled;

describe('POST /api/auth/2fa/setup an hour after the sign-in', () => {
  it('installs no second factor without the password', async () => {
    const person = await signedInLongAgo();

    const answers = [
      await person.post(SETUP),
      await person.post(SETUP, { password: 'not the password' }),
      await person.post(SETUP, { code: '123456' }),
      await person.post(SETUP, { code: 'aaaa-bbbb-cccc' }),
      await person.post('/trpc/auth.twoFactor.setup', {}),
    ];

    expect(answers.map(outcome)).toEqual(Array(5).fill('403 REAUTH_REQUIRED'));
    expect(await isOn(person)).toBe(false);
  });

  it('installs one with the password', async () => {
    const person = await signedInLongAgo();

    const response = await person.post(SETUP, { password: person.password });

    expect(response.json().backupCodes).toHaveLength(10);
    expect(outcome(await (await halfway(portal, person)).verify(codeOf(response.json())))).toBe('200');
  });

  it('is repeated by the owner who closed the tab before scanning', async () => {
    const { person } = await enrolled();
    await ageSession(portal, person);

    const refused = await person.post(SETUP);
    const again = await person.post(SETUP, { password: person.password });

    const confirmed = await person.post(CONFIRM, { code: codeOf(again.json()) });
    expect([refused, again, confirmed].map(outcome)).toEqual(['403 REAUTH_REQUIRED', '200', '200']);
  });

  it('counts wrong passwords as failed sign-ins', async () => {
    const person = await signedInLongAgo();

    const answers = [];
    for (let turn = 0; turn < 6; turn++) answers.push(await person.post(SETUP, { password: 'wrong' }));

    expect(answers.map(outcome)).toEqual([...Array(5).fill('403 REAUTH_REQUIRED'), '429 RATE_LIMITED']);
  });
});

describe('POST /api/auth/2fa/confirm', () => {
  it('proves a good code at once, after which the setup is not repeated', async () => {
    const { person, authenticator } = await enrolled();

    const response = await person.post(CONFIRM, { code: codeOf(authenticator) });

    expect([response.statusCode, response.json()]).toEqual([200, { ok: true }]);
    expect(outcome(await person.post(SETUP))).toBe('409 TWO_FACTOR_ALREADY_ENABLED');
    expect((await events(person))[0]?.type).toBe('two_factor_confirmed');
  });

  it('accepts a code once: a sign-in needs the next one', async () => {
    const { person, authenticator } = await enrolled();
    const code = codeOf(authenticator);
    await person.post(CONFIRM, { code });

    const visitor = await halfway(portal, person);

    expect(outcome(await visitor.verify(code))).toBe('401 INVALID_CODE');
    expect(outcome(await visitor.verify(codeOf(authenticator, 1)))).toBe('200');
  });

  it('leaves the setup open after a wrong code, and keeps the session', async () => {
    const { person, authenticator } = await enrolled();

    const wrong = await person.post(CONFIRM, { code: wrongCode(authenticator) });

    expect(outcome(wrong)).toBe('401 INVALID_CODE');
    expect(wrong.cookies).toEqual([]);
    expect((await events(person))[0]).toMatchObject({ type: 'second_factor_failed', details: { by: 'totp' } });
    expect(outcome(await person.post(SETUP))).toBe('200');
  });

  it('rejects the code of a secret that a later setup replaced', async () => {
    const { person, authenticator } = await enrolled();
    await enrol(person);

    expect(outcome(await person.post(CONFIRM, { code: codeOf(authenticator) }))).toBe('401 INVALID_CODE');
  });

  it('is no place to guess: ten wrong codes lock the second factor', async () => {
    const { person, authenticator } = await enrolled();

    const answers = [];
    for (let turn = 0; turn < 11; turn++) answers.push(await person.post(CONFIRM, { code: wrongCode(authenticator) }));

    expect(answers.map(outcome)).toEqual([...Array(10).fill('401 INVALID_CODE'), '429 RATE_LIMITED']);
  });

  it('checks and counts no code of an authenticator that is in use', async () => {
    const { person, authenticator } = await enrolled();
    await person.post(CONFIRM, { code: codeOf(authenticator) });

    const answers = [];
    for (let turn = 0; turn < 12; turn++) answers.push(await person.post(CONFIRM, { code: wrongCode(authenticator) }));

    expect(answers.map(outcome)).toEqual(Array(12).fill('409 TWO_FACTOR_ALREADY_ENABLED'));
    expect(outcome(await (await halfway(portal, person)).verify(codeOf(authenticator, 1)))).toBe('200');
  });

  it('returns 400 without a second factor', async () => {
    const person = await portal.register();

    expect(outcome(await person.post(CONFIRM, { code: '123456' }))).toBe('400 TWO_FACTOR_NOT_ENABLED');
  });

  it.each([{}, { code: 123456 }, { code: '12345' }, { code: '１２３４５６' }, { code: 'aaaa-bbbb-cccc' }])(
    'refuses %j',
    async (body) => {
      const { person } = await enrolled();

      expect(outcome(await person.post(CONFIRM, body))).toBe('400 VALIDATION_ERROR');
    },
  );

  it('succeeds once of ten concurrent requests with one code', async () => {
    const { person, authenticator } = await enrolled();
    const code = codeOf(authenticator);

    const answers = await Promise.all(Array.from({ length: 10 }, () => person.post(CONFIRM, { code })));

    expect(answers.map(outcome).sort()).toEqual(['200', ...Array(9).fill('409 TWO_FACTOR_ALREADY_ENABLED')]);
  });

  it('returns 401 without a session and 403 for an API key', async () => {
    const pipeline = await (await portal.register()).pipeline(['ingest', 'read']);
    const body = { code: '123456' };

    const answers = [await portal.visitor().post(CONFIRM, body), await pipeline.post(CONFIRM, body)];

    expect(answers.map(outcome)).toEqual(['401 UNAUTHENTICATED', '403 FORBIDDEN']);
  });
});
