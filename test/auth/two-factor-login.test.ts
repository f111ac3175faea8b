import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { memberships, oneTimeTokens } from '../../db/schema/index.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { codeOf, enrol, halfway } from '../helpers/second-factor.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const VERIFY = '/api/auth/2fa/verify-login';

async function enrolled() {
  const person = await portal.register();
  return { person, authenticator: await enrol(person) };
}

describe('POST /api/auth/login with a second factor', () => {
  it('returns a token and its cookie and starts no session', async () => {
    const { person } = await enrolled();

    const { response } = await halfway(portal, person);

    const { tempToken } = response.json();
    expect(response.json()).toEqual({ ok: true, requires2FA: true, tempToken });
    expect(tempToken).toMatch(/^[\w-]{43}$/);
    expect(response.cookies).toEqual([
      { name: 'portal_2fa', value: tempToken, path: '/api/auth/2fa', maxAge: 300, httpOnly: true, sameSite: 'Lax' },
    ]);
  });

  it('marks the cookie as secure on an https portal', async () => {
    const secure = await portalForThisTest({ beside: portal, env: { PUBLIC_URL: 'https://portal.example.com' } });
    const person = await secure.register();
    await enrol(person);

    const { response } = await halfway(secure, person);

    expect(response.cookies).toMatchObject([{ name: 'portal_2fa', secure: true }]);
  });

  it('does not reveal the second factor without the password', async () => {
    const [{ person }, other] = [await enrolled(), await portal.register()];

    const answers = [person, other].map(({ email }) =>
      portal.visitor().post('/api/auth/login', { email, password: 'not the password' }),
    );

    const [one, two] = await Promise.all(answers);
    expect(one?.body).toBe(two?.body);
    expect(one?.cookies).toEqual([]);
  });
});

describe('POST /api/auth/2fa/verify-login', () => {
  it('returns the user, sets both session cookies and clears the second-step cookie', async () => {
    const { person, authenticator } = await enrolled();
    const visitor = await halfway(portal, person);

    const response = await visitor.verify(codeOf(authenticator));

    const [session, token, , taken] = response.cookies;
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { ok: true, user: { id: person.userId, email: person.email, orgId: person.orgId } },
    ]);
    expect(response.cookies.map(({ name }) => name)).toEqual([
      'portal_session',
      'portal_token',
      'portal_device',
      'portal_2fa',
    ]);
    expect(session?.value).toBe(token?.value);
    expect(taken).toMatchObject({ value: '', path: '/api/auth/2fa' });
    const profile = await portal.inject({
      url: '/api/auth/account/profile',
      cookies: { portal_session: session?.value ?? '' },
    });
    expect(profile.json().data).toMatchObject({ id: person.userId, twoFactorEnabled: true });
  });

  it('refuses a used code and every earlier one, also with another token', async () => {
    const { person, authenticator } = await enrolled();
    const [earlier, code, later] = [-1, 0, 1].map((steps) => codeOf(authenticator, steps));

    const answers = [];
    for (const given of [code, code, earlier, later, later])
      answers.push(await (await halfway(portal, person)).verify(given ?? ''));

    expect(answers.map(outcome)).toEqual(['200', '401 INVALID_CODE', '401 INVALID_CODE', '200', '401 INVALID_CODE']);
  });

  it.each(['12345', '1234567', '12345a', ' 123456', '123 456', '１２３４５６', '', 123456, null, ['123456']])(
    'returns 400 for %j without counting it',
    async (code) => {
      const { person, authenticator } = await enrolled();
      const { tempToken, post, verify } = await halfway(portal, person);

      const answers = [];
      for (let turn = 0; turn < 6; turn++) answers.push(await post(VERIFY, { code, tempToken }));

      expect(answers.map(outcome)).toEqual(Array(6).fill('400 VALIDATION_ERROR'));
      expect(outcome(await verify(codeOf(authenticator)))).toBe('200');
    },
  );

  it('refuses the code of another account', async () => {
    const [one, other] = [await enrolled(), await enrolled()];

    const response = await (await halfway(portal, one.person)).verify(codeOf(other.authenticator));

    expect(outcome(response)).toBe('401 INVALID_CODE');
  });
});

describe('POST /api/auth/2fa/verify-backup-code', () => {
  it('completes the sign-in once and returns the number of codes left', async () => {
    const { person, authenticator } = await enrolled();
    const [first = '', second = ''] = authenticator.backupCodes;

    const answers = [];
    for (const code of [first, first, second]) answers.push(await (await halfway(portal, person)).verifyBackup(code));

    const user = { id: person.userId, email: person.email, orgId: person.orgId };
    expect(answers.map(outcome)).toEqual(['200', '401 INVALID_CODE', '200']);
    expect(answers[0]?.json()).toEqual({ ok: true, user, backupCodesRemaining: 9 });
    expect(answers[2]?.json()).toEqual({ ok: true, user, backupCodesRemaining: 8 });
    expect(answers[0]?.cookies.map(({ name }) => name)).toEqual([
      'portal_session',
      'portal_token',
      'portal_device',
      'portal_2fa',
    ]);
  });

  it.each([
    ['in capitals', (code: string) => code.toUpperCase()],
    ['without hyphens', (code: string) => code.replaceAll('-', '')],
    ['with spaces', (code: string) => `  ${code.replaceAll('-', ' ')}\n`],
    ['with the dashes of a text editor', (code: string) => code.replaceAll('-', '–')],
    ['in other groups', (code: string) => code.replaceAll('-', '').replaceAll(/../g, '$&-')],
  ])('may be typed %s', async (_how, spell) => {
    const { person, authenticator } = await enrolled();

    const response = await (await halfway(portal, person)).verifyBackup(spell(authenticator.backupCodes[5] ?? ''));

    expect(outcome(response)).toBe('200');
  });

  it.each(['', '   ', 'x'.repeat(65), 5, null, {}])('returns 400 for %j', async (code) => {
    const { person } = await enrolled();
    const { tempToken, post } = await halfway(portal, person);

    const response = await post('/api/auth/2fa/verify-backup-code', { code, tempToken });

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
  });

  it('refuses an authenticator code, and verify-login refuses a backup code', async () => {
    const { person, authenticator } = await enrolled();
    const visitor = await halfway(portal, person);

    const answers = [
      await visitor.verify(authenticator.backupCodes[0] ?? ''),
      await visitor.verifyBackup(codeOf(authenticator)),
      await visitor.verifyBackup('------'),
    ];

    expect(answers.map(outcome)).toEqual(['400 VALIDATION_ERROR', '401 INVALID_CODE', '401 INVALID_CODE']);
  });
});

describe('The token of the second step', () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const cookie = (token: string) => ({ cookie: `portal_2fa=${token}` });
  const GOOD: [string, (token: string) => [object, Record<string, string>]][] = [
    ['in the body', (token) => [{ tempToken: token }, {}]],
    ['as a bearer token', (token) => [{}, bearer(token)]],
    ['as a cookie', (token) => [{}, cookie(token)]],
    ['in the body before header and cookie', (token) => [{ tempToken: token }, { ...bearer('no'), ...cookie('no') }]],
    ['as a bearer token before the cookie', (token) => [{}, { ...bearer(token), ...cookie('no') }]],
  ];

  it.each(GOOD)('is accepted %s', async (_where, present) => {
    const { person, authenticator } = await enrolled();
    const { tempToken, post } = await halfway(portal, person);
    const [body, headers] = present(tempToken);

    const response = await post(VERIFY, { code: codeOf(authenticator), ...body }, headers);

    expect(outcome(response)).toBe('200');
  });

  it('is accepted over tRPC in the body and as a bearer token', async () => {
    const { person, authenticator } = await enrolled();
    const [one, two] = [await halfway(portal, person), () => halfway(portal, person)];

    const inBody = await one.post('/trpc/auth.twoFactor.verifyLogin', {
      code: codeOf(authenticator),
      tempToken: one.tempToken,
    });
    const { tempToken, post } = await two();
    const [code] = authenticator.backupCodes;
    const asBearer = await post('/trpc/auth.twoFactor.verifyBackupCode', { code }, bearer(tempToken));

    expect(inBody.json().result.data).toMatchObject({ ok: true, user: { id: person.userId } });
    expect(asBearer.json().result.data).toMatchObject({ ok: true, backupCodesRemaining: 9 });
  });

  it.each([
    ['none', [{}, {}]],
    ['an unknown token', [{ tempToken: 'x'.repeat(43) }, {}]],
    ['an empty bearer token', [{}, { authorization: 'Bearer ' }]],
    ['another scheme', [{}, { authorization: 'Basic eDp5' }]],
  ] as [string, [object, Record<string, string>]][])('is required: %s returns 401', async (_what, [body, headers]) => {
    const response = await portal.visitor().post(VERIFY, { code: '123456', ...body }, headers);

    expect(outcome(response)).toBe('401 INVALID_TEMP_TOKEN');
  });

  it('ends with its use, the next sign-in, five minutes and the membership', async () => {
    const { person, authenticator } = await enrolled();
    const { accounts: db } = portal.deps.database;
    const [a = '', b = '', c = '', d = '', e = ''] = authenticator.backupCodes;

    const used = await halfway(portal, person);
    const first = await used.verifyBackup(a);
    const again = await used.verifyBackup(b);
    const older = await halfway(portal, person);
    const newer = await halfway(portal, person);
    const voided = await older.verifyBackup(b);
    const newest = await newer.verifyBackup(c);
    const late = await halfway(portal, person);
    const [{ life } = {}] = await db
      .select({ life: sql<number>`extract(epoch from ${oneTimeTokens.expiresAt} - now())::float8` })
      .from(oneTimeTokens)
      .where(and(eq(oneTimeTokens.userId, person.userId), eq(oneTimeTokens.kind, 'second_factor')));
    await db.update(oneTimeTokens).set({ expiresAt: sql`now()` }).where(eq(oneTimeTokens.userId, person.userId));
    const expired = await late.verifyBackup(d);
    const homeless = await halfway(portal, person);
    await db.delete(memberships).where(eq(memberships.userId, person.userId));
    const removed = await homeless.verifyBackup(e);

    expect([first, newest].map(outcome)).toEqual(['200', '200']);
    expect([again, voided, expired, removed].map(outcome)).toEqual(Array(4).fill('401 INVALID_TEMP_TOKEN'));
    expect(life).toBeGreaterThan(280);
    expect(life).toBeLessThanOrEqual(300);
  });
});
