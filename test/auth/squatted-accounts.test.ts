import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { apiKeys, authenticators, backupCodes, invitations, memberships, users } from '../../db/schema/index.ts';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';
import { codeOf, enrol } from '../helpers/second-factor.ts';
import { events, ORG } from '../helpers/trail.ts';
import { listener, sendEvents } from '../helpers/webhooks.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const ACCEPT = '/api/auth/accept-invitation';
const OWN_ORGANIZATIONS = '/api/auth/org/list';
const NEW = 'the password of the victim';
const PASSWORD = 'quite long enough';

/** The reset link in the person's mailbox. */
async function resetToken({ email }: Pick<Person, 'email'>) {
  await portal.visitor().post('/api/auth/forgot-password', { email });
  return (await portal.mailTo(email)).at(-1)?.token ?? '';
}

const reset = async (person: Pick<Person, 'email'>) =>
  portal.visitor().post('/api/auth/reset-password', { token: await resetToken(person), password: NEW });

/** Signs in with the new password, and returns a sender with the session. */
async function enter({ email }: Pick<Person, 'email'>) {
  const visitor = portal.visitor();
  const response = await visitor.post('/api/auth/login', { email, password: NEW });
  const headers = { cookie: `portal_session=${response.cookies[0]?.value}` };
  return { response, get: (url: string) => visitor.get(url, headers), headers };
}

const verify = ({ userId }: Person) =>
  portal.deps.database.accounts.update(users).set({ emailVerified: true }).where(eq(users.id, userId));

const join = async (person: Person, admin: Person, role: 'admin' | 'member') =>
  person.post(ACCEPT, { token: (await invite(admin, { email: person.email, role })).token });

const organizationsOf = async (person: Pick<Person, 'get'>) =>
  (await person.get(OWN_ORGANIZATIONS)).json().data.map(({ id }: { id: string }) => id);

describe('The owner of an address that a stranger registered', () => {
  it('gets in alone after a reset, in spite of the stranger’s second factor', async () => {
    const stranger = await portal.register();
    const authenticator = await enrol(stranger);
    await stranger.post('/api/auth/2fa/confirm', { code: codeOf(authenticator) });

    await reset(stranger);

    const { response, get } = await enter(stranger);
    const { accounts: db } = portal.deps.database;
    expect(response.json()).toEqual({
      ok: true,
      user: { id: stranger.userId, email: stranger.email, orgId: stranger.orgId },
    });
    expect((await get('/api/auth/account/profile')).json().data).toMatchObject({
      emailVerified: true,
      twoFactorEnabled: false,
    });
    expect(await db.$count(authenticators, eq(authenticators.userId, stranger.userId))).toBe(0);
    expect(await db.$count(backupCodes, eq(backupCodes.userId, stranger.userId))).toBe(0);
  });

  it('is read and written by no key, and joined by no spy, of the stranger', async () => {
    const stranger = await portal.register();
    const [pipeline, spy] = [await stranger.pipeline(['read', 'ingest']), await portal.register()];
    const invited = await invite(stranger, { email: spy.email, role: 'admin' });

    await reset(stranger);

    const answers = [
      await pipeline.get('/api/cms/pages'),
      await pipeline.post('/api/ingest/scans', scan()),
      await spy.post(ACCEPT, { token: invited.token }),
      await stranger.get('/api/cms/pages'),
    ];
    expect(answers.map(outcome)).toEqual([
      '401 UNAUTHENTICATED',
      '401 UNAUTHENTICATED',
      '400 INVALID_TOKEN',
      '401 UNAUTHENTICATED',
    ]);
  });

  it('is told to no webhook of the stranger', async () => {
    const [stranger, accomplice] = [await portal.register(), await portal.register()];
    const { receiver } = await listener(stranger, ['page.published']);
    const { receiver: own } = await listener(accomplice, ['page.published']);
    await join(stranger, accomplice, 'member');

    await reset(stranger);
    await portal.deliver();
    const { headers, get } = await enter(stranger);
    const page = { title: 'Opening hours', content: 'From 8 to 5', status: 'published' };
    const made = [await portal.visitor().post('/api/cms/pages', page, headers)];
    made.push(await accomplice.post('/api/cms/pages', page));
    await sendEvents(portal);

    expect(made.map(outcome)).toEqual(['201', '201']);
    expect((await get('/api/webhooks')).json().data).toEqual([]);
    expect([receiver.arrivals.length, own.arrivals.length]).toEqual([0, 1]);
  });

  it('is read by no key of a helper who has left the organization', async () => {
    const stranger = await portal.register();
    const helper = await portal.join(stranger, 'admin');
    const pipeline = await helper.pipeline(['read']);
    const seats: { id: string; userId: string }[] = (await stranger.get('/api/auth/org/members')).json().data;
    await stranger.del(`/api/auth/org/members/${seats.find(({ userId }) => userId === helper.userId)?.id}`);

    await reset(stranger);

    expect(outcome(await pipeline.get('/api/cms/pages'))).toBe('401 UNAUTHENTICATED');
    expect((await enter(stranger)).response.json().user.orgId).toBe(stranger.orgId);
  });

  it.each(['member', 'admin'] as const)('has no seat (%s) in an organization of the stranger', async (role) => {
    const [stranger, accomplice] = [await portal.register(), await portal.register()];
    await join(stranger, accomplice, role);

    await reset(stranger);

    const victim = await enter(stranger);
    expect(await organizationsOf(victim)).toEqual([stranger.orgId]);
    expect((await accomplice.get('/api/auth/org/members')).json().data).toHaveLength(1);
    expect((await events(accomplice, ORG))[0]).toMatchObject({ type: 'member_removed', details: { role } });
  });

  it('shares no organization with an administrator whom the stranger let in', async () => {
    const stranger = await portal.register();
    const spy = await portal.join(stranger, 'admin');

    await reset(stranger);

    const victim = await enter(stranger);
    const organizations = await organizationsOf(victim);
    expect(organizations).toHaveLength(1);
    expect(organizations).not.toContain(stranger.orgId);
    expect((await spy.get('/api/auth/org/members')).json().data).toHaveLength(1);
  });

  it('gets an organization of their own if the stranger only had a seat', async () => {
    const accomplice = await portal.register();
    const { email, token } = await invite(accomplice, { role: 'admin' });
    await portal.visitor().post(ACCEPT, { token, password: PASSWORD });

    await reset({ email });

    const { response } = await enter({ email });
    expect(outcome(response)).toBe('200');
    expect(response.json().user.orgId).not.toBe(accomplice.orgId);
  });

  it('learns from the mail and the trail which credentials were removed', async () => {
    const [stranger, untouched] = [await portal.register(), await portal.register()];
    await enrol(stranger);
    await stranger.pipeline();
    await invite(stranger);

    for (const person of [stranger, untouched]) await reset(person);

    const [mail, plain] = [await portal.mailTo(stranger.email), await portal.mailTo(untouched.email)];
    const victim = await enter(stranger);
    const cleared = (await events(victim as unknown as Person)).find(({ type }) => type === 'account_cleared');
    expect(mail.at(-1)?.text).toContain('someone else may have registered it');
    expect(plain.at(-1)?.text).not.toContain('someone else may have registered it');
    expect(cleared?.details).toEqual({ secondFactor: true, passkeys: 0, apiKeys: 1, invitations: 1, memberships: 0 });
  });
});

describe('A stranger with requests on their way during the reset', () => {
  it('leaves no second factor, key, invitation or seat behind', async () => {
    const [stranger, accomplice] = [await portal.register(), await portal.register()];
    const [{ token: seat }, token] = [await invite(accomplice, { email: stranger.email }), await resetToken(stranger)];
    const turns = Array.from({ length: 5 }, () => randomUUID());

    const [done] = await Promise.all([
      portal.visitor().post('/api/auth/reset-password', { token, password: NEW }),
      stranger.post(ACCEPT, { token: seat }),
      ...turns.flatMap((turn) => [
        stranger.post('/api/auth/2fa/setup'),
        stranger.post('/api/auth/org/api-keys', { name: turn, scopes: ['read'] }),
        stranger.post('/api/auth/org/invitations', { email: `${turn}@example.com`, role: 'admin' }),
      ]),
    ]);

    const { accounts: db } = portal.deps.database;
    const left = [
      await db.$count(authenticators, eq(authenticators.userId, stranger.userId)),
      await db.$count(apiKeys, eq(apiKeys.createdBy, stranger.userId)),
      await db.$count(invitations, eq(invitations.invitedBy, stranger.userId)),
      await db.$count(memberships, eq(memberships.orgId, accomplice.orgId)),
    ];
    expect(outcome(done)).toBe('200');
    expect(left).toEqual([0, 0, 0, 1]);
  });
});

describe('A reset of an account whose address was verified', () => {
  it('keeps its second factor, keys, invitations and seats', async () => {
    const [person, admin] = [await portal.register(), await portal.register()];
    await verify(person);
    const [pipeline, invited] = [await person.pipeline(['read']), await invite(person)];
    await join(person, admin, 'member');
    await enrol(person);

    await reset(person);

    const { response } = await enter(person);
    const accepted = await portal.visitor().post(ACCEPT, { token: invited.token, password: PASSWORD });
    expect(response.json()).toMatchObject({ ok: true, requires2FA: true });
    expect(outcome(await pipeline.get('/api/cms/pages'))).toBe('200');
    expect(outcome(accepted)).toBe('200');
    expect((await admin.get('/api/auth/org/members')).json().data).toHaveLength(2);
  });
});
