import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const forgot = (email: string, from = portal.visitor()) => from.post('/api/auth/forgot-password', { email });
const received = async (email: string) => (await portal.mailTo(email)).map(({ subject }) => subject);

const WELCOME = 'Verify your email address';
const RESET = 'Reset your password';
const KNOWN = 'You already have an account';

describe('an address', () => {
  it('gets three mails an hour that were asked for, and the answers stay what they are', async () => {
    const { email } = await portal.register();

    const answers = [];
    for (let n = 0; n < 5; n++) answers.push(await forgot(email));

    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(outcome(answers[4] ?? { statusCode: 0, headers: {} })).toBe('200');
    expect(await received(email)).toEqual([WELCOME, RESET, RESET, RESET]);
  });

  it('is the same address in whatever case it is written', async () => {
    const { email } = await portal.register();

    for (const spelling of [email, email.toUpperCase(), ` ${email} `, email]) await forgot(spelling);

    expect(await received(email)).toEqual([WELCOME, RESET, RESET, RESET]);
  });

  it('gets exactly three of twenty that are asked for at once, from wherever', async () => {
    const { email } = await portal.register();

    const answers = await Promise.all(Array.from({ length: 20 }, () => forgot(email)));

    expect(answers.map(outcome)).toEqual(Array(20).fill('200'));
    expect(await received(email)).toEqual([WELCOME, RESET, RESET, RESET]);
  });

  it('takes forgotten passwords and confirmations together', async () => {
    const person = await portal.register();
    const { email } = person;

    await person.post('/api/auth/resend-verification');
    for (let n = 0; n < 2; n++) await forgot(email);
    const over = [await person.post('/api/auth/resend-verification'), await forgot(email)];

    expect(over.map(outcome)).toEqual(['200', '200']);
    // Requests for a new password are looked into by a worker, and may come before or after.
    expect((await received(email)).sort()).toEqual([RESET, RESET, WELCOME, WELCOME].sort());
  });

  it('is warned of second registrations three times an hour, and can still be let in again', async () => {
    const { email } = await portal.register();

    const again = [];
    for (let n = 0; n < 5; n++)
      again.push(await portal.visitor().post('/api/auth/register', { email, password: 'quite long enough' }));
    await forgot(email);

    expect(again.map(outcome)).toEqual(Array(5).fill('409 EMAIL_EXISTS'));
    expect((await received(email)).sort()).toEqual([WELCOME, KNOWN, KNOWN, KNOWN, RESET].sort());
  });

  it('is written to three times an hour by an organization that invites it, whose link is in each answer', async () => {
    const admin = await portal.register();
    const email = `${randomUUID()}@example.com`;

    const answers = [];
    for (let n = 0; n < 5; n++) answers.push(await admin.post('/api/auth/org/invitations', { email }));

    expect(answers.map(outcome)).toEqual(Array(5).fill('201'));
    expect(await received(email)).toHaveLength(3);
    expect(answers[4]?.json().invitation.token).toMatch(/^[\w-]{43}$/);
  });

  it('does not use up what another has', async () => {
    const [one, other] = [await portal.register(), await portal.register()];
    for (let n = 0; n < 4; n++) await forgot(one.email);

    await forgot(other.email);

    expect(await received(other.email)).toEqual([WELCOME, RESET]);
  });
});

describe('who asks', () => {
  it('may ask for twenty mails an hour, for whomever, and learns nothing more after that', async () => {
    const visitor = portal.visitor();

    const answers = [];
    for (let n = 0; n < 21; n++) answers.push(await forgot(`${randomUUID()}@example.com`, visitor));

    expect(answers.slice(0, 20).map(outcome)).toEqual(Array(20).fill('200'));
    const last = answers[20];
    expect(last?.json()).toMatchObject({ ok: false, code: 'RATE_LIMITED' });
    expect(last?.json().retry_after).toBe(Number(last?.headers['retry-after']));
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(59 * 60);
  });

  it('passes exactly twenty of forty at once, by REST and tRPC together', async () => {
    const visitor = portal.visitor();
    const urls = ['/api/auth/forgot-password', '/trpc/auth.forgotPassword'];

    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => visitor.post(urls[n % 2] ?? '', { email: `${randomUUID()}@example.com` })),
    );

    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect([count(200), count(429)]).toEqual([20, 20]);
  });

  it('counts requests to confirm one’s own address with them', async () => {
    const person = await portal.register();
    const from = { 'x-forwarded-for': person.address };
    for (let n = 0; n < 20; n++)
      await portal.visitor().post('/api/auth/forgot-password', { email: `${randomUUID()}@example.com` }, from);

    const response = await person.post('/api/auth/resend-verification');

    expect(outcome(response)).toBe('429 RATE_LIMITED');
  });
});
