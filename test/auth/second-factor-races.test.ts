import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { openPortal, portalForThisFile } from '../helpers/portal.ts';
import { ageSession, codeOf, enrol, halfway, wrongCode } from '../helpers/second-factor.ts';
import { outcome } from '../helpers/wire.ts';

// Twenty at once through two portals, as two processes of a deployment.

const portal = portalForThisFile();

async function twentyTimes(url: string, body: object, headers: Record<string, string> = {}) {
  const second = await openPortal({ beside: portal });
  const requests = Array.from({ length: 20 }, (_, turn) =>
    (turn % 2 ? second : portal).inject({ method: 'POST', url, payload: body, headers }),
  );
  const answers = await Promise.all(requests);
  await second.close();
  return answers;
}

async function enrolled() {
  const person = await portal.register();
  return { person, authenticator: await enrol(person) };
}

const count = (answers: LightMyRequestResponse[], what: string) =>
  answers.filter((answer) => outcome(answer) === what).length;
const refusals = (answers: LightMyRequestResponse[]) =>
  count(answers, '401 INVALID_CODE') + count(answers, '401 INVALID_TEMP_TOKEN');

const VERIFY = '/api/auth/2fa/verify-login';
const VERIFY_BACKUP = '/api/auth/2fa/verify-backup-code';

describe('One of twenty concurrent requests succeeds', () => {
  it('with one code of the authenticator', async () => {
    const { person, authenticator } = await enrolled();
    const { tempToken } = await halfway(portal, person);

    const answers = await twentyTimes(VERIFY, { code: codeOf(authenticator), tempToken });

    const sessions = (await person.get('/api/auth/account/sessions')).json();
    expect([count(answers, '200'), refusals(answers)]).toEqual([1, 19]);
    expect(answers.filter(({ cookies }) => cookies.length > 0)).toHaveLength(1);
    expect(sessions).toHaveLength(2);
  });

  it('with one backup code', async () => {
    const { person, authenticator } = await enrolled();
    const { tempToken } = await halfway(portal, person);

    const answers = await twentyTimes(VERIFY_BACKUP, { code: authenticator.backupCodes[0], tempToken });

    expect([count(answers, '200'), refusals(answers)]).toEqual([1, 19]);
  });

  it('with one token and a code of its own each', async () => {
    const { person, authenticator } = await enrolled();
    const { post, tempToken } = await halfway(portal, person);

    const answers = await Promise.all([
      ...authenticator.backupCodes.map((code) => post(VERIFY_BACKUP, { code, tempToken })),
      ...authenticator.backupCodes.map((code) => post('/trpc/auth.twoFactor.verifyBackupCode', { code, tempToken })),
    ]);

    const next = await (await halfway(portal, person)).verify(codeOf(authenticator));
    expect([count(answers, '200'), count(answers, '401 INVALID_TEMP_TOKEN')]).toEqual([1, 19]);
    expect(outcome(next)).toBe('200');
  });

  it.each(['totp', 'backup'])('with one code (%s) that confirms the identity', async (kind) => {
    const { person, authenticator } = await enrolled();
    await ageSession(portal, person);
    const code = kind === 'totp' ? codeOf(authenticator) : authenticator.backupCodes[4];

    const answers = await twentyTimes('/api/auth/2fa/regenerate-backup-codes', { code }, { cookie: person.cookie });

    expect(count(answers, '200')).toBe(1);
    expect(count(answers, '403 REAUTH_REQUIRED') + count(answers, '429 RATE_LIMITED')).toBe(19);
  });

  it('that turn two-factor sign-in off', async () => {
    const { person } = await enrolled();

    const answers = await twentyTimes('/api/auth/2fa/disable', {}, { cookie: person.cookie });

    expect([count(answers, '200'), count(answers, '400 TWO_FACTOR_NOT_ENABLED')]).toEqual([1, 19]);
  });
});

describe('Twenty concurrent wrong codes', () => {
  it('are counted up to five, then the token is void', async () => {
    const { person, authenticator } = await enrolled();
    const { tempToken } = await halfway(portal, person);

    const answers = await twentyTimes(VERIFY, { code: wrongCode(authenticator), tempToken });

    expect(count(answers, '401 INVALID_CODE')).toBe(5);
    expect(count(answers, '401 INVALID_TEMP_TOKEN')).toBe(15);
  });

  it('are counted up to ten for an account across routes', async () => {
    const { person, authenticator } = await enrolled();
    await ageSession(portal, person);
    const code = wrongCode(authenticator);

    const answers = await twentyTimes('/api/auth/2fa/disable', { code }, { cookie: person.cookie });
    const elsewhere = await (await halfway(portal, person)).verify(codeOf(authenticator));

    expect(count(answers, '403 REAUTH_REQUIRED')).toBe(10);
    expect(count(answers, '429 RATE_LIMITED')).toBe(10);
    expect(outcome(elsewhere)).toBe('429 RATE_LIMITED');
  });
});
