import { describe, expect, it } from 'vitest';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { events, ORG } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const LEAVE = '/api/auth/org/leave';
const MEMBERS = '/api/auth/org/members';
const PROFILE = '/api/auth/account/profile';

/** The path of somebody’s sessions, for administrators. */
async function sessionsOf(admin: Person, { userId }: Person) {
  const { data } = (await admin.get(MEMBERS)).json();
  return `${MEMBERS}/${data.find((one: { userId: string }) => one.userId === userId)?.id}/sessions`;
}

describe('POST /api/auth/org/leave', () => {
  it('signs a member out who has no other organization, and is in the trail', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);

    const left = await member.post(LEAVE);

    expect(outcome(left)).toBe('200');
    expect(left.cookies.map(({ value }) => value)).toEqual(['', '']);
    expect(outcome(await member.get(PROFILE))).toBe('401 UNAUTHENTICATED');
    expect((await admin.get(MEMBERS)).json().data).toHaveLength(1);
    expect((await events(admin, ORG))[0]).toMatchObject({ type: 'member_left', actor: null });
  });

  it('moves the session of others to their organization, and voids the invitations that they made', async () => {
    const [admin, guest] = [await portal.register(), await portal.register()];
    const { token } = await invite(admin, { email: guest.email, role: 'admin' });
    await guest.post('/api/auth/accept-invitation', { token });
    const made = await invite(guest);

    await guest.post(LEAVE);

    expect((await guest.get(PROFILE)).json().data.orgId).toBe(guest.orgId);
    const accepted = await portal.visitor().post('/api/auth/accept-invitation', { token: made.token });
    expect(outcome(accepted)).toBe('400 INVALID_TOKEN');
  });

  it('is refused to the last administrator, alone or among members', async () => {
    const admin = await portal.register();
    const alone = await admin.post(LEAVE);
    await portal.join(admin);

    expect([outcome(alone), outcome(await admin.post(LEAVE))]).toEqual(['409 LAST_ADMIN', '409 LAST_ADMIN']);
    expect(outcome(await admin.get(PROFILE))).toBe('200');
  });

  it('leaves one of two administrators who leave at once', async () => {
    const admin = await portal.register();
    const other = await portal.join(admin, 'admin');

    const answers = await Promise.all([admin.post(LEAVE), other.post(LEAVE)]);

    expect(answers.map(outcome).sort()).toEqual(['200', '409 LAST_ADMIN']);
  });
});

describe('DELETE /api/auth/org/members/{id}/sessions', () => {
  it('ends a member’s sessions in the organization, tells them by mail, and is in the trail', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);

    const ended = await admin.del(await sessionsOf(admin, member));

    expect(outcome(ended)).toBe('200');
    expect(outcome(await member.get(PROFILE))).toBe('401 UNAUTHENTICATED');
    expect((await portal.mailTo(member.email)).at(-1)?.subject).toBe('You were signed out');
    expect((await events(admin, ORG))[0]).toMatchObject({
      type: 'member_sessions_ended',
      actor: admin.email,
      details: { sessions: 1 },
    });
  });

  it('leaves sessions in other organizations alone', async () => {
    const [admin, guest] = [await portal.register(), await portal.register()];
    const { token } = await invite(admin, { email: guest.email });
    await guest.post('/api/auth/accept-invitation', { token });
    const path = await sessionsOf(admin, guest);
    await guest.post('/api/auth/org/switch', { orgId: guest.orgId });

    await admin.del(path);

    expect(outcome(await guest.get(PROFILE))).toBe('200');
  });

  it('is for administrators, and signs them out themselves where it is their own', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);

    const refused = await member.del(await sessionsOf(admin, admin));
    const own = await admin.del(await sessionsOf(admin, admin));

    expect([outcome(refused), outcome(own)]).toEqual(['403 FORBIDDEN', '200']);
    expect(outcome(await admin.get(PROFILE))).toBe('401 UNAUTHENTICATED');
  });
});
