import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const forgot = (email: string, from = portal.visitor()) => from.post('/api/auth/forgot-password', { email });
const received = async (email: string) => (await portal.mailTo(email)).map(({ subject }) => subject);

const WELCOME = 'Confirm your email address';
const RESET = 'Reset your password';
const KNOWN = 'You already have an account';

describe('An email address', () => {
  it('receives three requested emails an hour, and later responses do not differ', async () => {
    const { email } = await portal.register();

    const answers = [];
    for (let n = 0; n < 5; n++) answers.push(await forgot(email));

    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(outcome(answers[4] ?? { statusCode: 0, headers: {} })).toBe('200');
    expect(await received(email)).toEqual([WELCOME, RESET, RESET, RESET]);
  });

  it('is counted regardless of case', async () => {
    const { email } = await portal.register();

    for (const spelling of [email, email.toUpperCase(), ` ${email} `, email]) await forgot(spelling);

    expect(await received(email)).toEqual([WELCOME, RESET, RESET, RESET]);
  });

  it('receives exactly three of twenty concurrently requested emails', async () => {
    const { email } = await portal.register();

    const answers = await Promise.all(Array.from({ length: 20 }, () => forgot(email)));

    expect(answers.map(outcome)).toEqual(Array(20).fill('200'));
    expect(await received(email)).toEqual([WELCOME, RESET, RESET, RESET]);
  });

  it('shares one limit between password resets and verifications', async () => {
    const person = await portal.register();
    const { email } = person;

    await person.post('/api/auth/resend-verification');
    for (let n = 0; n < 2; n++) await forgot(email);
    const over = [await person.post('/api/auth/resend-verification'), await forgot(email)];

    expect(over.map(outcome)).toEqual(['200', '200']);
    // Requests for a new password are looked into by a worker, and may come before or after.
    expect((await received(email)).sort()).toEqual([RESET, RESET, WELCOME, WELCOME].sort());
  });

  it('receives three registration warnings an hour without using up password resets', async () => {
    const { email } = await portal.register();

    const again = [];
    for (let n = 0; n < 5; n++)
      again.push(await portal.visitor().post('/api/auth/register', { email, password: 'quite long enough' }));
    await forgot(email);

    expect(again.map(outcome)).toEqual(Array(5).fill('409 EMAIL_EXISTS'));
    expect((await received(email)).sort()).toEqual([WELCOME, KNOWN, KNOWN, KNOWN, RESET].sort());
  });

  it('does not use up the limit of another address', async () => {
    const [one, other] = [await portal.register(), await portal.register()];
    for (let n = 0; n < 4; n++) await forgot(one.email);

    await forgot(other.email);

    expect(await received(other.email)).toEqual([WELCOME, RESET]);
  });
});

describe('Strangers who ask for three reset mails', () => {
  const byStrangers = async (email: string, times = 3) => {
    for (let n = 0; n < times; n++) await forgot(email);
  };
  const reset = (token?: string) =>
    portal.visitor().post('/api/auth/reset-password', { token, password: 'a password that is new' });

  it('leave one to the device of the owner', async () => {
    const owner = await portal.register();
    const device = { cookie: /portal_device=[^;]+/.exec(owner.cookie)?.[0] ?? '' };
    await byStrangers(owner.email, 5);

    const answers = [];
    for (let n = 0; n < 3; n++)
      answers.push(await portal.visitor().post('/api/auth/forgot-password', { email: owner.email }, device));

    expect(answers.map(outcome)).toEqual(Array(3).fill('200'));
    const mails = await portal.mailTo(owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual([WELCOME, RESET, RESET, RESET, RESET]);
    expect(outcome(await reset(mails.at(-1)?.token))).toBe('200');
  });

  it('leave a verification mail to a signed-in owner', async () => {
    const owner = await portal.register();
    await byStrangers(owner.email);
    await portal.deliver();

    await owner.post('/api/auth/resend-verification');

    expect(await received(owner.email)).toEqual([WELCOME, RESET, RESET, RESET, WELCOME]);
  });

  it('leave one to all devices of the owner together, however many have signed in', async () => {
    const owner = await portal.register();
    const { email, password } = owner;
    const cookies = [];
    for (let n = 0; n < 4; n++) {
      const answer = await portal.visitor().post('/api/auth/login', { email, password });
      cookies.push(answer.cookies.map(({ name, value }) => [name, value]));
    }
    await byStrangers(email);

    for (const [session, , device] of cookies) {
      const visitor = portal.visitor();
      await visitor.post('/api/auth/forgot-password', { email }, { cookie: device?.join('=') ?? '' });
      await visitor.post('/api/auth/resend-verification', undefined, { cookie: session?.join('=') ?? '' });
    }

    expect(cookies[0]?.map(([name]) => name)).toEqual(['portal_session', 'portal_token', 'portal_device']);
    expect(await received(email)).toEqual([WELCOME, RESET, RESET, RESET, RESET]);
  });

  it('do not void the newest link by asking for more', async () => {
    const owner = await portal.register();
    await byStrangers(owner.email);
    const newest = (await portal.mailTo(owner.email)).at(-1)?.token;
    await byStrangers(owner.email, 5);
    await portal.deliver();

    expect(outcome(await reset(newest))).toBe('200');
  });

  it('get no mail more by the cookie of a device of another account', async () => {
    const [owner, other] = [await portal.register(), await portal.register()];
    await byStrangers(owner.email);

    await other.post('/api/auth/forgot-password', { email: owner.email });

    expect(await received(owner.email)).toEqual([WELCOME, RESET, RESET, RESET]);
  });
});

describe('A caller', () => {
  it('requests twenty emails an hour for any addresses, then gets 429', async () => {
    const visitor = portal.visitor();

    const answers = [];
    for (let n = 0; n < 21; n++) answers.push(await forgot(`${randomUUID()}@example.com`, visitor));

    expect(answers.slice(0, 20).map(outcome)).toEqual(Array(20).fill('200'));
    const last = answers[20];
    expect(last?.json()).toMatchObject({ ok: false, code: 'RATE_LIMITED' });
    expect(last?.json().retry_after).toBe(Number(last?.headers['retry-after']));
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(59 * 60);
  });

  it('passes exactly twenty of forty concurrent requests by REST and tRPC together', async () => {
    const visitor = portal.visitor();
    const urls = ['/api/auth/forgot-password', '/trpc/auth.forgotPassword'];

    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => visitor.post(urls[n % 2] ?? '', { email: `${randomUUID()}@example.com` })),
    );

    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect([count(200), count(429)]).toEqual([20, 20]);
  });

  it('shares the limit with resent verifications', async () => {
    const person = await portal.register();
    const from = { 'x-forwarded-for': person.address };
    for (let n = 0; n < 20; n++)
      await portal.visitor().post('/api/auth/forgot-password', { email: `${randomUUID()}@example.com` }, from);

    const response = await person.post('/api/auth/resend-verification');

    expect(outcome(response)).toBe('429 RATE_LIMITED');
  });
});
