import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { oneTimeTokens, users } from '../../db/schema/index.ts';
import { verificationMail } from '../../routers/auth/mails.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ own: true });

const verify = (token: unknown) => portal.visitor().post('/api/auth/verify-email', { token });
const isVerified = async (person: Person) => (await person.get('/api/auth/account/profile')).json().data.emailVerified;
const newestMail = async ({ email }: { email: string }) => (await portal.mailTo(email)).at(-1);

describe('The verification email', () => {
  it('is sent once and links to verify-email at PUBLIC_URL', async () => {
    const { email } = await portal.register();

    const mails = await portal.mailTo(email);

    expect(mails.map(({ to }) => to?.map(({ address }) => address))).toEqual([[email]]);
    expect(mails[0]?.link).toMatch(/^http:\/\/localhost:3000\/verify-email\?token=[\w-]{43}$/);
  });

  it('is not sent for a failed registration', async () => {
    const refused = await portal
      .visitor()
      .post('/api/auth/register', { email: `${randomUUID()}@example.com`, password: 'x' });
    const before = await portal.deps.database.accounts.execute(sql`select count(*) from pgboss.job`);
    await portal.deps.database.accounts
      .transaction(async (tx) => {
        await portal.deps.mail.queue(tx, 'nobody@example.com', verificationMail(randomUUID()));
        throw new Error('The cause did not happen after all.');
      })
      .catch(() => {});

    const after = await portal.deps.database.accounts.execute(sql`select count(*) from pgboss.job`);

    expect(refused.statusCode).toBe(400);
    expect(after).toEqual(before);
  });
});

describe('POST /api/auth/verify-email', () => {
  it('verifies the address with the token from the email, in every session', async () => {
    const person = await portal.register();
    const mail = await newestMail(person);

    const before = await isVerified(person);
    const response = await verify(mail?.token);

    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      ok: true,
      user: { id: person.userId, email: person.email, emailVerified: true },
    });
    expect(response.cookies).toEqual([]);
    expect([before, await isVerified(person)]).toEqual([false, true]);
  });

  it('accepts one of twenty concurrent uses of a token', async () => {
    const person = await portal.register();
    const token = (await newestMail(person))?.token;

    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)));

    expect(answers.map(outcome).sort()).toEqual(['200', ...Array(19).fill('400 INVALID_TOKEN')]);
  });

  it('refuses an unknown, a truncated and an expired token', async () => {
    const person = await portal.register();
    const token = (await newestMail(person))?.token ?? '';
    const { accounts: db } = portal.deps.database;
    const madeUp = [randomUUID(), token.slice(1), `${token}x`, token.toUpperCase(), ' ', 'x'.repeat(200)];

    const refusals = await Promise.all(madeUp.map(verify));
    await db.update(oneTimeTokens).set({ expiresAt: sql`now()` }).where(eq(oneTimeTokens.userId, person.userId));
    const tooLate = await verify(token);

    expect([...refusals, tooLate].map(outcome)).toEqual(Array(madeUp.length + 1).fill('400 INVALID_TOKEN'));
    expect(await isVerified(person)).toBe(false);
  });

  it.each([undefined, null, 5, '', [], {}, 'x'.repeat(201)])('refuses the token %j', async (token) => {
    const response = await verify(token);

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    expect(response.json().issues[0].path).toBe('token');
  });
});

describe('POST /api/auth/resend-verification', () => {
  it('emails a new link and voids the previous one', async () => {
    const person = await portal.register();

    const response = await person.post('/api/auth/resend-verification');

    const [first, second, ...more] = await portal.mailTo(person.email);
    expect(response.json()).toEqual({ ok: true });
    expect(more).toEqual([]);
    expect(outcome(await verify(first?.token))).toBe('400 INVALID_TOKEN');
    expect(outcome(await verify(second?.token))).toBe('200');
  });

  it('emails nothing to a verified address', async () => {
    const person = await portal.register();
    await portal.deps.database.accounts.update(users).set({ emailVerified: true }).where(eq(users.id, person.userId));

    const response = await person.post('/api/auth/resend-verification');

    expect(outcome(response)).toBe('200');
    expect(await portal.mailTo(person.email)).toHaveLength(1);
  });

  it('returns 401 without a session', async () => {
    const response = await portal.visitor().post('/api/auth/resend-verification');

    expect(outcome(response)).toBe('401 UNAUTHENTICATED');
  });
});
