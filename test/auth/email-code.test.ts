import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { emailCodes, users } from '../../db/schema/index.ts';
import { sweepEmailCodes } from '../../routers/auth/email-code/codes.ts';
import { REASON, registerOperator } from '../helpers/operators.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { codeOf, enrol } from '../helpers/second-factor.ts';
import { OWN } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();
const accounts = () => portal.deps.database.accounts;
const ASK = '/api/auth/email-code';
const VERIFY = `${ASK}/verify`;

/** A browser that has asked for a code. */
async function browser(email: string) {
  const visitor = portal.visitor();
  const asked = await visitor.post(ASK, { email });
  const { value = '' } = asked.cookies.find(({ name }) => name === 'portal_code') ?? {};
  const cookie = `portal_code=${value}`;
  return { asked, cookie, enter: (code: string, at = email) => visitor.post(VERIFY, { email: at, code }, { cookie }) };
}

/** The code of the newest mail to an address. */
const mailed = async (email: string) => /\b\d{6}\b/.exec((await portal.mailTo(email)).at(-1)?.text ?? '')?.[0] ?? '';

const other = (code: string, n = 1) => String((Number(code) + n) % 1_000_000).padStart(6, '0');

async function verified() {
  const person = await portal.register();
  await accounts().update(users).set({ emailVerified: true }).where(eq(users.id, person.userId));
  return person;
}

const signedIn = (cookies: { name: string }[]) => cookies.some(({ name }) => name === 'portal_session');

describe('a code by mail', () => {
  it('signs in the browser that asked, once', async () => {
    const person = await verified();
    const { asked, enter } = await browser(person.email);
    const code = await mailed(person.email);

    const answer = await enter(code);

    // No link: whatever opens the links of mails signs nobody in.
    expect((await portal.mailTo(person.email)).at(-1)?.link).toBe('');
    expect(asked.json()).toEqual({ ok: true, message: expect.any(String) });
    expect(asked.cookies).toMatchObject([{ name: 'portal_code', httpOnly: true, maxAge: 600 }]);
    expect(answer.json()).toEqual({ ok: true, user: { id: person.userId, email: person.email, orgId: person.orgId } });
    expect(signedIn(answer.cookies)).toBe(true);
    expect(outcome(await enter(code))).toBe('401 INVALID_CODE');
    expect((await person.get(OWN)).json().data.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['sign_in_code_requested', 'signed_in']),
    );
    expect((await portal.visitor().post('/api/auth/login', person)).statusCode).toBe(200);
  });

  it('is good in no other browser, and for no other address', async () => {
    const [person, colleague] = [await verified(), await verified()];
    await browser(person.email);
    const code = await mailed(person.email);
    const { enter } = await browser(colleague.email);

    expect(outcome(await portal.visitor().post(VERIFY, { email: person.email, code }))).toBe('401 INVALID_CODE');
    expect(outcome(await enter(code, person.email))).toBe('401 INVALID_CODE');
    expect(outcome(await enter(code))).toBe('401 INVALID_CODE');
  });

  it('ends with the account, and with the address that it was sent to', async () => {
    const [gone, moved] = [await verified(), await verified()];
    const ofGone = await browser(gone.email);
    const code = await mailed(gone.email);
    await gone.send('DELETE', '/api/auth/account', { password: gone.password });
    expect(outcome(await ofGone.enter(code))).toBe('401 INVALID_CODE');

    const ofMoved = await browser(moved.email);
    const former = await mailed(moved.email);
    const email = `new-${moved.email}`;
    await moved.post('/api/auth/account/change-email', { email, password: moved.password });
    const { token } = (await portal.mailTo(email)).at(-1) ?? {};
    expect((await moved.post('/api/auth/verify-email', { token })).statusCode).toBe(200);
    expect(outcome(await ofMoved.enter(former))).toBe('401 INVALID_CODE');
  });

  it('leads on to the second factor', async () => {
    const person = await verified();
    const authenticator = await enrol(person);
    const { enter } = await browser(person.email);

    const answer = await enter(await mailed(person.email));

    expect(answer.json()).toEqual({ ok: true, requires2FA: true, tempToken: expect.any(String) });
    expect(signedIn(answer.cookies)).toBe(false);
    const { tempToken } = answer.json();
    const second = { code: codeOf(authenticator, 1), tempToken };
    expect((await portal.visitor().post('/api/auth/2fa/verify-login', second)).statusCode).toBe(200);
  });

  it('ends after ten minutes, and is swept', async () => {
    const person = await verified();
    const { enter } = await browser(person.email);
    const code = await mailed(person.email);
    const ofPerson = eq(emailCodes.userId, person.userId);
    await accounts().update(emailCodes).set({ expiresAt: sql`now() - interval '1 second'` }).where(ofPerson);

    expect(outcome(await enter(code))).toBe('401 INVALID_CODE');
    await sweepEmailCodes(accounts());
    expect(await accounts().$count(emailCodes, ofPerson)).toBe(0);
  });

  it('ends with five wrong ones', async () => {
    const person = await verified();
    const { enter } = await browser(person.email);
    const code = await mailed(person.email);

    for (let n = 1; n <= 5; n++) expect(outcome(await enter(other(code, n)))).toBe('401 INVALID_CODE');

    expect(outcome(await enter(code))).toBe('401 INVALID_CODE');
  });

  it('of twenty at once signs in one browser once', async () => {
    const person = await verified();
    const { enter } = await browser(person.email);
    const code = await mailed(person.email);

    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(code)));

    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => ![200, 401, 429].includes(status))).toEqual([]);
  });

  it('ends with a reset of the password', async () => {
    const person = await verified();
    const { enter } = await browser(person.email);
    const code = await mailed(person.email);
    await portal.visitor().post('/api/auth/forgot-password', { email: person.email });
    const token = (await portal.mailTo(person.email)).at(-1)?.token;
    await portal.visitor().post('/api/auth/reset-password', { token, password: 'another password of mine' });

    expect(outcome(await enter(code))).toBe('401 INVALID_CODE');
  });

  it('does not open an account that the operator has locked', async () => {
    const operator = await registerOperator(portal);
    const person = await verified();
    await operator.post(`/api/operator/users/${person.userId}/lock`, { reason: REASON });
    const { enter } = await browser(person.email);

    expect(outcome(await enter(await mailed(person.email)))).toBe('403 FORBIDDEN');
  });

  it('gives an account that nobody verified to the reader of the mailbox, and nothing to whoever made it', async () => {
    const squatter = await portal.register();
    const key = await squatter.pipeline(['read']);
    const { enter } = await browser(squatter.email);

    const answer = await enter(await mailed(squatter.email));

    expect(answer.statusCode).toBe(200);
    expect((await squatter.get('/api/auth/account/profile')).statusCode).toBe(401);
    expect((await portal.visitor().post('/api/auth/login', squatter)).statusCode).toBe(401);
    expect((await key.get('/api/dashboard/goals')).statusCode).toBe(401);
    const [row] = await accounts().select().from(users).where(eq(users.id, squatter.userId));
    expect(row).toMatchObject({ emailVerified: true, verifiedByLink: false });
  });
});

describe('whoever asks', () => {
  it('learns nothing of an address: known, unknown or none', async () => {
    const person = await verified();
    const nobody = `${randomUUID()}@example.com`;
    const ask = async (email: string) => (await browser(email)).asked;

    const answers = await Promise.all([person.email, nobody, 'nobody', ''].map(ask));

    for (const { statusCode, body, cookies } of answers) {
      expect([statusCode, body]).toEqual([200, answers[0]?.body]);
      expect(cookies[0]?.value).toHaveLength(answers[0]?.cookies[0]?.value.length ?? 0);
    }
    expect(await portal.mailTo(nobody)).toEqual([]);
  });

  it('is refused after ten wrong codes in 15 minutes, whether or not the address has an account', async () => {
    const [known, unknown] = [(await verified()).email, `${randomUUID()}@example.com`];
    const refusals = async (email: string) => {
      const outcomes: string[] = [];
      for (let round = 0; round < 2; round++) {
        const { enter } = await browser(email);
        await portal.deliver();
        for (let n = 0; n < 6; n++) outcomes.push(outcome(await enter(other('123456', n))));
      }
      return outcomes;
    };

    const expected = [...Array(10).fill('401 INVALID_CODE'), '429 RATE_LIMITED', '429 RATE_LIMITED'];
    expect(await refusals(known)).toEqual(expected);
    expect(await refusals(unknown)).toEqual(expected);
  });

  it('causes three mails an hour to an address, and the newest of them stays good', async () => {
    const person = await verified();
    const browsers = [];
    for (let n = 0; n < 5; n++) browsers.push(await browser(person.email));
    const mails = (await portal.mailTo(person.email)).filter(({ subject }) => /code/.test(subject ?? ''));

    expect(mails).toHaveLength(3);
    const code = await mailed(person.email);
    expect(browsers.at(2) && (await browsers[2]?.enter(code))?.statusCode).toBe(200);
  });

  it('asks twenty times an hour', async () => {
    const visitor = portal.visitor();

    const answers = await Promise.all(Array.from({ length: 21 }, () => visitor.post(ASK, { email: 'nobody' })));

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([...Array(20).fill(200), 429]);
  });
});
