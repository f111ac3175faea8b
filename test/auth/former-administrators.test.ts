import { describe, expect, it } from 'vitest';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';
import { events, ORG } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const MEMBERS = '/api/auth/org/members';
const KEYS = '/api/auth/org/api-keys';
const INVITATIONS = '/api/auth/org/invitations';
const ACCEPT = '/api/auth/accept-invitation';
const PASSWORD = 'quite long enough';

interface Member {
  id: string;
  userId: string;
}

interface Key {
  id: string;
  createdBy: object;
}

const seatOf = async (admin: Person, { userId }: Person) => {
  const members: Member[] = (await admin.get(MEMBERS)).json().data;
  return `${MEMBERS}/${members.find((member) => member.userId === userId)?.id}`;
};
const remove = async (admin: Person, person: Person) => admin.del(await seatOf(admin, person));
const demote = async (admin: Person, person: Person) => admin.put(await seatOf(admin, person), { role: 'member' });
const promote = async (admin: Person, person: Person) => admin.put(await seatOf(admin, person), { role: 'admin' });

const ENDS = { removed: remove, demoted: demote };
const WAYS = Object.entries(ENDS);

async function twoAdmins() {
  const owner = await portal.register({ name: 'Ada' });
  return { owner, second: await portal.join(owner, 'admin', { name: 'Grace' }) };
}

const pending = async (admin: Person) =>
  (await admin.get(INVITATIONS)).json().data.map(({ email }: { email: string }) => email);
const keysOf = async (admin: Person): Promise<Key[]> => (await admin.get(KEYS)).json().data;

describe.each(WAYS)('An administrator who is %s', (how, end) => {
  it('does not return through the invitation of their own second address', async () => {
    const { owner, second } = await twoAdmins();
    const spare = await portal.register();
    const known = await invite(second, { email: spare.email, role: 'admin' });
    const fresh = await invite(second, { role: 'admin' });

    const ended = await end(owner, second);

    const { email, token: invitationToken } = fresh;
    const answers = [
      await spare.post(ACCEPT, { token: known.token }),
      await portal.visitor().post(ACCEPT, { token: known.token }),
      await portal.visitor().post(ACCEPT, { token: invitationToken }),
      await portal.visitor().post(ACCEPT, { token: invitationToken, password: PASSWORD }),
      await portal.visitor().post('/api/auth/register', { email, password: PASSWORD, invitationToken }),
    ];
    expect(outcome(ended)).toBe('200');
    expect(answers.map(outcome)).toEqual(Array(5).fill('400 INVALID_TOKEN'));
    expect(answers.flatMap(({ cookies }) => cookies)).toEqual([]);
    expect(await pending(owner)).toEqual([]);
  });

  it('leaves the invitations of others valid, also of an address that they had invited first', async () => {
    const { owner, second } = await twoAdmins();
    const { email } = await invite(second);
    const again = await invite(owner, { email });
    const other = await invite(owner);

    await end(owner, second);

    const answers = [again, other].map(({ token }) => portal.visitor().post(ACCEPT, { token, password: PASSWORD }));
    expect((await Promise.all(answers)).map(outcome)).toEqual(['200', '200']);
  });

  it('keeps their invitations in other organizations', async () => {
    const { owner, second } = await twoAdmins();
    const elsewhere = await portal.register();
    const { token } = await invite(elsewhere, { email: second.email, role: 'admin' });
    await second.post(ACCEPT, { token });
    const theirs = await invite(second);

    await end(owner, second);

    expect(outcome(await portal.visitor().post(ACCEPT, { token: theirs.token, password: PASSWORD }))).toBe('200');
  });

  it('leaves no invitation that they made at the same moment', async () => {
    const { owner, second } = await twoAdmins();
    const seat = await seatOf(owner, second);
    const end = () => (how === 'removed' ? owner.del(seat) : owner.put(seat, { role: 'member' }));

    const invitations = Array.from({ length: 12 }, (_, turn) =>
      second.post(INVITATIONS, { email: `${turn}-${second.email}`, role: 'admin' }),
    );
    const [ended] = await Promise.all([end(), ...invitations]);

    expect(outcome(ended)).toBe('200');
    expect(await pending(owner)).toEqual([]);
  });

  it('does not undo it at the same moment', async () => {
    const { owner, second } = await twoAdmins();
    const [seat, ownerSeat] = [await seatOf(owner, second), await seatOf(owner, owner)];

    const [ended] = await Promise.all([
      how === 'removed' ? owner.del(seat) : owner.put(seat, { role: 'member' }),
      ...Array.from({ length: 12 }, () => second.put(seat, { role: 'admin' })),
    ]);
    const late = await second.put(ownerSeat, { role: 'member' });

    const admins = (await owner.get(MEMBERS)).json().data.filter(({ role }: { role: string }) => role === 'admin');
    expect(outcome(ended)).toBe('200');
    expect(admins).toMatchObject([{ userId: owner.userId }]);
    expect(outcome(late)).toBe(how === 'removed' ? '401 UNAUTHENTICATED' : '403 FORBIDDEN');
  });

  it('is marked in the list of API keys, whose keys work until an administrator revokes them', async () => {
    const { owner, second } = await twoAdmins();
    const pipeline = await second.pipeline(['ingest', 'read']);
    const use = async () => [
      (await pipeline.get('/api/visibility/scores')).statusCode,
      (await pipeline.post('/api/ingest/scans', scan())).statusCode,
    ];
    const maker = { id: second.userId, name: 'Grace', email: second.email };
    const before = await keysOf(owner);

    await end(owner, second);

    const [key] = await keysOf(owner);
    const meanwhile = await use();
    await owner.del(`${KEYS}/${key?.id}`);
    expect(before).toMatchObject([{ createdBy: { ...maker, role: 'admin' } }]);
    expect(key?.createdBy).toEqual({ ...maker, role: how === 'removed' ? null : 'member' });
    expect(meanwhile).toEqual([200, 201]);
    expect(await use()).toEqual([401, 401]);
  });

  it('has the number of revoked invitations in the trail of the organization', async () => {
    const { owner, second } = await twoAdmins();
    for (const _ of [1, 2]) await invite(second);

    await end(owner, second);

    const [last] = await events(owner, ORG);
    expect(last).toMatchObject({ type: expect.stringMatching(/^member_/), details: { invitationsRevoked: 2 } });
  });
});

describe('An administrator who is demoted', () => {
  it('gets no invitation back when promoted again', async () => {
    const { owner, second } = await twoAdmins();
    const { token } = await invite(second);

    await demote(owner, second);
    await promote(owner, second);

    expect(outcome(await portal.visitor().post(ACCEPT, { token, password: PASSWORD }))).toBe('400 INVALID_TOKEN');
  });

  it('loses the invitations also by stepping down', async () => {
    const { owner, second } = await twoAdmins();
    const { token } = await invite(second);

    await demote(second, second);

    expect(outcome(await portal.visitor().post(ACCEPT, { token, password: PASSWORD }))).toBe('400 INVALID_TOKEN');
    expect(await pending(owner)).toEqual([]);
  });
});

describe('The promotion of a member', () => {
  it('voids no invitation', async () => {
    const owner = await portal.register();
    const [member, { token }] = [await portal.join(owner), await invite(owner)];

    await promote(owner, member);

    expect(outcome(await portal.visitor().post(ACCEPT, { token, password: PASSWORD }))).toBe('200');
  });
});
