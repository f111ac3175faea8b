import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { organizations, users } from '../../db/schema/index.ts';
import { onServer } from '../helpers/database.ts';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const ACCEPT = '/api/auth/accept-invitation';
const PROFILE = '/api/auth/account/profile';
const PASSWORD = 'quite long enough';

const profileOf = async (person: Pick<Person, 'get'>) => (await person.get(PROFILE)).json().data;
const withCookies = (cookies: { name: string; value: string }[]) => ({
  cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
});
const isGood = async (token: string) => (await portal.visitor().post(ACCEPT, { token })).statusCode !== 400;

describe('POST /api/auth/accept-invitation', () => {
  it('adds the signed-in invitee to the organization and switches only this session', async () => {
    const [admin, person] = [await portal.register({ orgName: 'There' }), await portal.register()];
    const elsewhere = await portal.visitor().post('/api/auth/login', person);
    const { token } = await invite(admin, { email: person.email, role: 'admin' });

    const response = await person.post(ACCEPT, { token });

    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ ok: true, status: 'accepted', orgId: admin.orgId, role: 'admin' });
    expect(response.cookies).toEqual([]);
    expect(await profileOf(person)).toMatchObject({ orgId: admin.orgId, orgName: 'There', role: 'admin' });
    const other = await portal.inject({ url: PROFILE, headers: withCookies(elsewhere.cookies) });
    expect(other.json().data.orgId).toBe(person.orgId);
    expect((await admin.get('/api/auth/org/invitations')).json().data).toEqual([]);
    expect(await isGood(token)).toBe(false);
  });

  it('returns 403 for another signed-in address and keeps the token valid', async () => {
    const [admin, invited, thief] = [await portal.register(), await portal.register(), await portal.register()];
    const { token } = await invite(admin, { email: invited.email });

    const answers = [
      await thief.post(ACCEPT, { token }),
      await thief.post(ACCEPT, { token, password: PASSWORD }),
      await thief.post('/trpc/auth.acceptInvitation', { token }),
      await admin.post(ACCEPT, { token }),
    ];

    expect(answers.map(outcome)).toEqual(Array(4).fill('403 FORBIDDEN'));
    expect(answers[0]?.body).not.toContain(invited.email);
    expect((await invited.post(ACCEPT, { token })).statusCode).toBe(200);
  });

  it('returns 401 for a signed-out address with an account, also with a password, and keeps the token valid', async () => {
    const [admin, invited] = [await portal.register(), await portal.register()];
    const { token } = await invite(admin, { email: invited.email });

    const answers = [
      await portal.visitor().post(ACCEPT, { token }),
      await portal.visitor().post(ACCEPT, { token, password: PASSWORD, name: 'Mallory' }),
      await portal.visitor().post(ACCEPT, { token, password: invited.password }),
    ];

    expect(answers.map(outcome)).toEqual(Array(3).fill('401 LOGIN_REQUIRED'));
    expect(answers.flatMap(({ cookies }) => cookies)).toEqual([]);
    expect((await invited.post(ACCEPT, { token })).statusCode).toBe(200);
  });

  it('creates and signs in a new account with an unverified address', async () => {
    const admin = await portal.register({ orgName: 'There' });
    const { email, token } = await invite(admin);

    const response = await portal.visitor().post(ACCEPT, { token, password: PASSWORD, name: 'Grace Hopper' });

    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ ok: true, status: 'accepted', orgId: admin.orgId, role: 'member' });
    expect(response.cookies.map(({ name, httpOnly }) => [name, httpOnly])).toEqual([
      ['portal_session', true],
      ['portal_token', true],
      ['portal_device', true],
    ]);
    const profile = await portal.inject({ url: PROFILE, headers: withCookies(response.cookies) });
    expect(profile.json().data).toMatchObject({
      email,
      name: 'Grace Hopper',
      emailVerified: false,
      orgId: admin.orgId,
      orgName: 'There',
      role: 'member',
    });
    const signedIn = await portal.visitor().post('/api/auth/login', { email, password: PASSWORD });
    expect(signedIn.json().user.orgId).toBe(admin.orgId);
  });

  it('returns pending without an account or a password and keeps the invitation', async () => {
    const admin = await portal.register({ orgName: 'There' });
    const { email, token } = await invite(admin);

    const answers = [await portal.visitor().post(ACCEPT, { token }), await portal.visitor().post(ACCEPT, { token })];
    const rpc = await portal.visitor().post('/trpc/auth.acceptInvitation', { token });

    const { orgId } = admin;
    const body = { ok: true, status: 'pending', requiresRegistration: true, orgId, role: 'member' };
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const signIn = { password: true, emailCode: true, passkey: true };
    expect(answers[0]?.json()).toEqual({ ...body, email, orgName: 'There', signIn });
    expect(answers[1]?.json()).toEqual(answers[0]?.json());
    expect(rpc.json().result.data).toEqual(answers[0]?.json());
    expect(answers[0]?.cookies).toEqual([]);
    expect((await admin.get('/api/auth/org/members')).json().data).toHaveLength(1);
  });

  it('treats an API key as a signed-out caller', async () => {
    const [admin, invited] = [await portal.register(), await portal.register()];
    const pipeline = await invited.pipeline(['read', 'ingest']);
    const { token } = await invite(admin, { email: invited.email });

    const answers = [
      await pipeline.post(ACCEPT, { token }),
      await invited.post(ACCEPT, { token }, { authorization: `Bearer ${pipeline.key}` }),
    ];

    expect(answers.map(outcome)).toEqual(Array(2).fill('401 LOGIN_REQUIRED'));
  });

  it('refuses an invalid password and keeps the token valid', async () => {
    const { token } = await invite(await portal.register());

    const answers = [
      await portal.visitor().post(ACCEPT, { token, password: '1234567' }),
      await portal.visitor().post(ACCEPT, { token, password: 12345678 }),
      await portal.visitor().post(ACCEPT, { token, password: PASSWORD, name: 'Two\r\nlines' }),
      await portal.visitor().post(ACCEPT, {}),
      await portal.visitor().post(ACCEPT, { token: [token] }),
      await portal.visitor().post(ACCEPT, { token: `${token}\0` }),
    ];

    expect(answers.map(outcome)).toEqual(Array(6).fill('400 VALIDATION_ERROR'));
    expect(await isGood(token)).toBe(true);
  });

  it.skipIf(!onServer())('refuses in production a password that everybody uses', async () => {
    const production = await portalForThisTest({ beside: portal, env: { NODE_ENV: 'production' } });
    const { token } = await invite(await production.register());

    const response = await production.visitor().post(ACCEPT, { token, password: 'password1' });

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    expect(response.json().issues).toMatchObject([{ path: 'password' }]);
  });

  it.each(['nothing', 'x'.repeat(43), `${'x'.repeat(42)}\u00e9`, ' ', '%00', "' or 1=1 --"])(
    'returns 400 for the unknown token %j',
    async (token) => {
      const person = await portal.register();

      const answers = [await person.post(ACCEPT, { token }), await portal.visitor().post(ACCEPT, { token })];

      expect(answers.map(outcome)).toEqual(['400 INVALID_TOKEN', '400 INVALID_TOKEN']);
    },
  );

  it('shares the limit of twenty registrations an hour', async () => {
    const browser = portal.visitor();
    const someone = () => ({ email: `${randomUUID()}@example.com`, password: PASSWORD });

    const answers = [];
    for (let turn = 0; turn < 20; turn++)
      answers.push(
        await (turn % 4 ? browser.post(ACCEPT, { token: 'x' }) : browser.post('/api/auth/register', someone())),
      );
    const last = [await browser.post(ACCEPT, { token: 'x' }), await browser.post('/api/auth/register', someone())];

    expect(answers.map(({ statusCode }) => statusCode)).not.toContain(429);
    expect(last.map(outcome)).toEqual(['429 RATE_LIMITED', '429 RATE_LIMITED']);
  });
});

describe('POST /api/auth/register with an invitation', () => {
  const register = (body: object) => portal.visitor().post('/api/auth/register', { password: PASSWORD, ...body });

  it('joins the inviting organization and creates no other', async () => {
    const admin = await portal.register();
    const { email, token } = await invite(admin, { role: 'admin' });
    const orgName = randomUUID();

    const response = await register({ email: ` ${email.toUpperCase()}`, invitationToken: token, orgName });

    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({ ok: true, user: { id: expect.any(String), email, emailVerified: false } });
    const headers = withCookies(response.cookies);
    expect((await portal.inject({ url: PROFILE, headers })).json().data).toMatchObject({
      orgId: admin.orgId,
      role: 'admin',
    });
    expect((await portal.inject({ url: '/api/auth/org/list', headers })).json().data).toHaveLength(1);
    const { accounts: db } = portal.deps.database;
    expect(await db.select().from(organizations).where(eq(organizations.name, orgName))).toEqual([]);
    expect(await isGood(token)).toBe(false);
  });

  it('refuses another address and an invalid token', async () => {
    const admin = await portal.register();
    const { email, token } = await invite(admin);
    const other = `${randomUUID()}@example.com`;

    const answers = [
      await register({ email: other, invitationToken: token }),
      await register({ email: other, invitationToken: 'x'.repeat(43) }),
      await register({ email: admin.email, invitationToken: token }),
      await register({ email, invitationToken: '' }),
      await register({ email, invitationToken: 5 }),
    ];

    expect(answers.map(outcome)).toEqual([
      '403 FORBIDDEN',
      '400 INVALID_TOKEN',
      '403 FORBIDDEN',
      '400 VALIDATION_ERROR',
      '400 VALIDATION_ERROR',
    ]);
    const { accounts: db } = portal.deps.database;
    expect(await db.select().from(users).where(eq(users.email, other))).toEqual([]);
    expect(await db.select().from(users).where(eq(users.email, email))).toEqual([]);
    expect(await isGood(token)).toBe(true);
  });

  it('returns 409 for a registered address and keeps the token valid', async () => {
    const [admin, invited] = [await portal.register(), await portal.register()];
    const { token } = await invite(admin, { email: invited.email });

    const response = await register({ email: invited.email, invitationToken: token });

    expect(outcome(response)).toBe('409 EMAIL_EXISTS');
    expect((await invited.post(ACCEPT, { token })).statusCode).toBe(200);
  });
});
