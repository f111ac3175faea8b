import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { oneTimeTokens, securityEvents, sessions } from '../../db/schema/index.ts';
import { issueToken } from '../../routers/auth/one-time-tokens.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const NEW = 'a password that is new';
const forgot = (email: unknown) => portal.visitor().post('/api/auth/forgot-password', { email });
const reset = (token: unknown, password: unknown = NEW) =>
  portal.visitor().post('/api/auth/reset-password', { token, password });
const login = (email: string, password: string) => portal.visitor().post('/api/auth/login', { email, password });

/** Somebody who asked for a new password and has the mail. */
async function forgetful() {
  const person = await portal.register();
  await forgot(person.email);
  const mail = (await portal.mailTo(person.email)).at(-1);
  return { ...person, mail, token: mail?.token ?? '' };
}

describe('POST /api/auth/forgot-password', () => {
  it('emails a link to reset-password at PUBLIC_URL', async () => {
    const { mail, email } = await forgetful();

    expect(mail?.to).toEqual([{ name: '', address: email }]);
    expect(mail?.link).toMatch(/^http:\/\/localhost:3000\/reset-password\?token=[\w-]{43}$/);
  });

  it('ignores the host of the request in its link', async () => {
    const { email } = await portal.register();
    const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };

    await portal.visitor().post('/api/auth/forgot-password', { email }, forged);

    const mail = (await portal.mailTo(email)).at(-1);
    expect(mail?.link).toMatch(/^http:\/\/localhost:3000\//);
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example');
  });

  it('returns the same response for an unknown address and emails nothing', async () => {
    const { email } = await portal.register();
    const nobody = `${randomUUID()}@example.com`;

    const [known, unknown] = [await forgot(email), await forgot(nobody)];

    expect(known.json()).toEqual({ ok: true, message: expect.any(String) });
    expect([unknown.statusCode, unknown.body]).toEqual([200, known.body]);
    expect(await portal.mailTo(nobody)).toEqual([]);
  });

  it.each(['nobody', '', 5, null, ['ada@example.com'], 'ada@example.com\r\nBcc: eve@example.com'])(
    'refuses the address %j',
    async (email) => {
      const response = await forgot(email);

      expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    },
  );

  it('voids the previous link', async () => {
    const { email, token: first } = await forgetful();
    await forgot(email);
    const second = (await portal.mailTo(email)).at(-1)?.token;

    const answers = [await reset(first), await reset(second)];

    expect(answers.map(outcome)).toEqual(['400 INVALID_TOKEN', '200']);
  });
});

describe('POST /api/auth/reset-password', () => {
  it('changes the password without signing in', async () => {
    const { email, password, token } = await forgetful();

    const response = await reset(token);

    expect(response.json()).toEqual({ ok: true });
    expect(response.cookies).toEqual([]);
    expect(outcome(await login(email, password))).toBe('401 INVALID_CREDENTIALS');
    expect(outcome(await login(email, NEW))).toBe('200');
  });

  it('ends every session of the account and none of another', async () => {
    const [person, bystander] = [await forgetful(), await portal.register()];
    const elsewhere = await login(person.email, person.password);
    const cookies = { portal_session: elsewhere.cookies[0]?.value ?? '' };

    await reset(person.token);

    const profile = '/api/auth/account/profile';
    expect(outcome(await person.get(profile))).toBe('401 UNAUTHENTICATED');
    expect(outcome(await portal.inject({ url: profile, cookies }))).toBe('401 UNAUTHENTICATED');
    expect(outcome(await bystander.get(profile))).toBe('200');
  });

  it('verifies the address and notifies the user by email', async () => {
    const { email, token } = await forgetful();

    await reset(token);

    const { cookies } = await login(email, NEW);
    const profile = await portal.inject({
      url: '/api/auth/account/profile',
      cookies: { portal_token: cookies[0]?.value ?? '' },
    });
    expect(profile.json().data.emailVerified).toBe(true);
    expect((await portal.mailTo(email)).at(-1)?.subject).toBe('Your password was changed');
  });

  it('accepts one of twenty concurrent uses of a token', async () => {
    const { email, token } = await forgetful();
    const passwords = Array.from({ length: 20 }, () => `a password ${randomUUID()}`);

    const answers = await Promise.all(passwords.map((password) => reset(token, password)));

    expect(answers.map(outcome).sort()).toEqual(['200', ...Array(19).fill('400 INVALID_TOKEN')]);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect(outcome(await login(email, passwords[winner] ?? ''))).toBe('200');
  });

  it.each(['1234567', '', 5, undefined, 'x'.repeat(129)])(
    'refuses the password %j and keeps the token valid',
    async (password) => {
      const { token } = await forgetful();

      const refused = await portal.visitor().post('/api/auth/reset-password', { token, password });
      const accepted = await reset(token);

      expect([refused, accepted].map(outcome)).toEqual(['400 VALIDATION_ERROR', '200']);
      expect(refused.json().issues[0].path).toBe('password');
    },
  );

  it('refuses a common password and keeps the token valid', async () => {
    const { token } = await forgetful();

    const refused = await reset(token, 'Password1');
    const accepted = await reset(token);

    expect([refused, accepted].map(outcome)).toEqual(['400 VALIDATION_ERROR', '200']);
    expect(refused.json().issues[0].path).toBe('password');
  });

  it('refuses an unknown token and one that is an hour old', async () => {
    const { token, userId } = await forgetful();
    const { accounts: db } = portal.deps.database;

    const madeUp = await reset(randomUUID());
    await db.update(oneTimeTokens).set({ expiresAt: sql`now()` }).where(eq(oneTimeTokens.userId, userId));
    const tooLate = await reset(token);

    expect([madeUp, tooLate].map(outcome)).toEqual(['400 INVALID_TOKEN', '400 INVALID_TOKEN']);
  });

  it('ends the session of a concurrent sign-in with the old password', async () => {
    const { email, password, token, userId } = await forgetful();

    const [, ...signIns] = await Promise.all([
      reset(token),
      ...Array.from({ length: 8 }, () => login(email, password)),
    ]);

    const left = await portal.deps.database.accounts.select().from(sessions).where(eq(sessions.userId, userId));
    expect(left).toEqual([]);
    expect(new Set([...signIns.map(outcome), '200', '401 INVALID_CREDENTIALS']).size).toBe(2);
  });

  it('records request and reset in the security trails of account and organization', async () => {
    const { email, token, orgId, userId } = await forgetful();
    await reset(token);

    const lines = await portal.deps.database.accounts
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.userId, userId));

    const about = { orgId, ipAddress: expect.stringMatching(/^10\./), details: {} };
    expect(lines).toEqual(
      expect.arrayContaining(
        ['password_reset_requested', 'password_reset'].map((type) => expect.objectContaining({ type, ...about })),
      ),
    );
    expect(JSON.stringify(lines)).not.toContain(email);
  });

  it('voids a pending second step and lifts the lock of the account', async () => {
    const { email, token, userId } = await forgetful();
    const { accounts: db } = portal.deps.database;
    await issueToken(db, 'second_factor', userId);
    for (let attempt = 0; attempt < 10; attempt++) await login(email, 'wrong');

    await reset(token);

    expect(await db.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, userId))).toEqual([]);
    expect(outcome(await login(email, NEW))).toBe('200');
  });
});
