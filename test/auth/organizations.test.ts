import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { memberships, securityEvents, sessions } from '../../db/schema/index.ts';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const LIST = '/api/auth/org/list';
const SWITCH = '/api/auth/org/switch';
const PROFILE = '/api/auth/account/profile';
const MEMBERS = '/api/auth/org/members';

const profileOf = async (person: Pick<Person, 'get'>) => (await person.get(PROFILE)).json().data;
const signIn = ({ email, password }: Person) => portal.visitor().post('/api/auth/login', { email, password });
const sessionsOf = ({ userId }: Person) =>
  portal.deps.database.accounts.select().from(sessions).where(eq(sessions.userId, userId));

/** Takes an existing person in. */
async function takeIn(admin: Person, person: Person, role: 'admin' | 'member' = 'member') {
  const { token } = await invite(admin, { email: person.email, role });
  return person.post('/api/auth/accept-invitation', { token });
}

async function remove(admin: Person, { userId }: Person) {
  const members: { id: string; userId: string }[] = (await admin.get(MEMBERS)).json().data;
  return admin.del(`${MEMBERS}/${members.find((one) => one.userId === userId)?.id}`);
}

describe('A user in several organizations', () => {
  it('lists them, most recently used first, with the current one marked', async () => {
    const [person, admin] = [await portal.register({ orgName: 'Home' }), await portal.register({ orgName: 'Away' })];
    await takeIn(admin, person);

    const response = await person.get(LIST);

    const joinedAt = expect.stringMatching(/Z$/);
    expect(response.json()).toEqual({
      ok: true,
      data: [
        { id: admin.orgId, name: 'Away', role: 'member', current: true, joinedAt },
        { id: person.orgId, name: 'Home', role: 'admin', current: false, joinedAt },
      ],
    });
    expect((await person.get('/trpc/auth.org.list')).json().result.data).toEqual(response.json());
  });

  it('gets the data, name and role of the other organization after a switch, and nothing of the first', async () => {
    const [person, admin] = [await portal.register(), await portal.register({ orgName: 'Away' })];
    await takeIn(admin, person);
    const { runId } = (await (await admin.pipeline()).post('/api/ingest/scans', scan())).json();
    const there = await person.get('/api/visibility/scores');

    const response = await person.post(SWITCH, { orgId: person.orgId });

    const back = await person.get('/api/visibility/scores');
    expect(response.json()).toEqual({ ok: true, orgId: person.orgId, role: 'admin' });
    expect(response.cookies).toEqual([]);
    expect([there, back].map((answer) => answer.json().data.runId)).toEqual([runId, null]);
    expect(await profileOf(person)).toMatchObject({ orgId: person.orgId, orgName: person.orgName, role: 'admin' });
    await person.post('/trpc/auth.org.switch', { orgId: admin.orgId });
    expect(await profileOf(person)).toMatchObject({ orgId: admin.orgId, orgName: 'Away', role: 'member' });
    expect((await person.get('/api/auth/org/api-keys')).statusCode).toBe(403);
  });

  it('signs in to the one used last, and a switch moves no other session', async () => {
    const [person, admin] = [await portal.register(), await portal.register()];
    await takeIn(admin, person);

    const first = await signIn(person);
    await person.post(SWITCH, { orgId: person.orgId });
    const second = await signIn(person);

    const orgs = [first, second].map((answer) => answer.json().user.orgId);
    const rows = await sessionsOf(person);
    expect(orgs).toEqual([admin.orgId, person.orgId]);
    expect(rows.map(({ orgId }) => orgId).sort()).toEqual([admin.orgId, person.orgId, person.orgId].sort());
  });

  it('gets the same 404 for the organization of others and an unknown one', async () => {
    const [person, other] = [await portal.register(), await portal.register()];
    const ids = [other.orgId, other.userId, person.userId, randomUUID(), 'no-id', '', '%00'];

    const answers = await Promise.all(ids.map((orgId) => person.post(SWITCH, { orgId })));
    const malformed = await Promise.all([{}, { orgId: 5 }, { orgId: null }].map((body) => person.post(SWITCH, body)));

    expect(answers.map(outcome)).toEqual(Array(ids.length).fill('404 NOT_FOUND'));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(malformed.map(outcome)).toEqual(Array(3).fill('400 VALIDATION_ERROR'));
    expect((await profileOf(person)).orgId).toBe(person.orgId);
  });

  it('leaves no events of one organization in the security trail of another', async () => {
    const [person, admin] = [await portal.register(), await portal.register()];
    await takeIn(admin, person);
    await person.post(SWITCH, { orgId: person.orgId });
    await person.post(SWITCH, { orgId: admin.orgId });

    const { accounts: db } = portal.deps.database;
    const trail = await db.select().from(securityEvents).where(eq(securityEvents.orgId, admin.orgId));

    expect(trail.map(({ type }) => type)).toContain('organization_switched');
    expect(JSON.stringify(trail)).not.toContain(person.orgId);
  });
});

describe('A removed member', () => {
  it('is in the next organization with the next request, in every session', async () => {
    const [person, admin] = [await portal.register(), await portal.register()];
    await takeIn(admin, person);
    await signIn(person);
    const { runId } = (await (await admin.pipeline()).post('/api/ingest/scans', scan())).json();
    const before = await person.get('/api/visibility/scores');

    const response = await remove(admin, person);

    const after = [await person.get('/api/visibility/scores'), await person.get('/trpc/visibility.scores')];
    expect(response.json()).toEqual({ ok: true });
    expect(before.json().data.runId).toBe(runId);
    expect(after.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(after.every(({ body }) => !body.includes(runId))).toBe(true);
    expect((await sessionsOf(person)).map(({ orgId }) => orgId)).toEqual([person.orgId, person.orgId]);
    expect((await person.get(LIST)).json().data).toMatchObject([{ id: person.orgId, current: true }]);
  });

  it('gets 401 with the next request without another organization, on REST and tRPC', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);

    await remove(admin, member);

    const answers = [await member.get(PROFILE), await member.get('/trpc/auth.account.profile')];
    expect(answers.map(outcome)).toEqual(['401 UNAUTHENTICATED', '401 UNAUTHENTICATED']);
    expect(await sessionsOf(member)).toEqual([]);
  });

  it('of several organizations at once keeps every session in a remaining one', async () => {
    const person = await portal.register();
    const admins = await Promise.all(Array.from({ length: 5 }, () => portal.register()));
    for (const admin of admins) {
      await takeIn(admin, person);
      await signIn(person);
    }

    await Promise.all(admins.map((admin) => remove(admin, person)));

    const rows = await sessionsOf(person);
    expect(rows.map(({ orgId }) => orgId)).toEqual(Array(6).fill(person.orgId));
    expect((await profileOf(person)).orgId).toBe(person.orgId);
  });

  it('keeps the sessions in other organizations', async () => {
    const [person, admin] = [await portal.register(), await portal.register()];
    await takeIn(admin, person);
    await person.post(SWITCH, { orgId: person.orgId });

    await remove(admin, person);

    expect((await profileOf(person)).orgId).toBe(person.orgId);
    expect(outcome(await person.post(SWITCH, { orgId: admin.orgId }))).toBe('404 NOT_FOUND');
  });

  it('gets one own organization from concurrent sign-ins and can be invited again', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin, 'member', { name: 'Grace' });
    await remove(admin, member);

    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(member)));
    const { token } = await invite(admin, { email: member.email });
    const cookie = `portal_session=${answers[0]?.cookies[0]?.value}`;
    const accepted = await portal.visitor().post('/api/auth/accept-invitation', { token }, { cookie });

    const homes = new Set(answers.map((answer) => answer.json().user.orgId));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    expect(homes.size).toBe(1);
    expect(homes).not.toContain(admin.orgId);
    expect(accepted.json()).toMatchObject({ status: 'accepted', orgId: admin.orgId });
    const list = await portal.inject({ url: LIST, headers: { cookie } });
    expect(list.json().data).toMatchObject([
      { id: admin.orgId, role: 'member', current: true },
      { name: 'Grace’s organization', role: 'admin', current: false },
    ]);
  });

  it('is signed out and loses the cookies after removing themselves', async () => {
    const admin = await portal.register();
    const second = await portal.join(admin, 'admin');

    const response = await remove(second, second);

    expect(response.json()).toEqual({ ok: true });
    expect(response.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['portal_session', ''],
      ['portal_token', ''],
    ]);
    expect((await second.get(PROFILE)).statusCode).toBe(401);
  });

  it('is removed once by twenty concurrent requests', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);
    const seat = (await admin.get(MEMBERS)).json().data.find((one: { userId: string }) => one.userId === member.userId);

    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.del(`${MEMBERS}/${seat.id}`)));

    const { accounts: db } = portal.deps.database;
    expect(answers.map(outcome).sort()).toEqual(['200', ...Array(19).fill('404 NOT_FOUND')]);
    expect(await db.select().from(memberships).where(eq(memberships.userId, member.userId))).toEqual([]);
  });
});
