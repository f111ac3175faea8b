import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { memberships, securityEvents } from '../../db/schema/index.ts';
import { join, type Person } from '../helpers/people.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const MEMBERS = '/api/auth/org/members';
const KEYS = '/api/auth/org/api-keys';
const PROFILE = '/api/auth/account/profile';

interface Member {
  id: string;
  userId: string;
  role: string;
}

const list = async (person: Person): Promise<Member[]> => (await person.get(MEMBERS)).json().data;

/** Where somebody's membership is, as an administrator sees it. */
async function seatOf(admin: Person, { userId }: Pick<Person, 'userId'>) {
  const member = (await list(admin)).find((one) => one.userId === userId);
  return `${MEMBERS}/${member?.id}`;
}

describe('The members', () => {
  it('are listed for every member in the order of joining', async () => {
    const admin = await portal.register({ name: 'Ada' });
    const member = await portal.join(admin, 'member', { name: 'Grace “🚢” O’Hopper' });

    const [asAdmin, asMember] = [await admin.get(MEMBERS), await member.get(MEMBERS)];

    const facts = { id: expect.any(String), joinedAt: expect.stringMatching(/^\d{4}-.*Z$/) };
    expect(asAdmin.json()).toEqual({
      ok: true,
      data: [
        { ...facts, userId: admin.userId, email: admin.email, name: 'Ada', role: 'admin' },
        { ...facts, userId: member.userId, email: member.email, name: 'Grace “🚢” O’Hopper', role: 'member' },
      ],
    });
    expect(asMember.body).toBe(asAdmin.body);
    expect((await member.get('/trpc/auth.org.members.list')).json().result.data).toEqual(asAdmin.json());
  });

  it('are changed by administrators only: 400 precedes 403, 403 precedes 404', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);
    const seat = await seatOf(admin, admin);

    const answers = [
      await member.put(seat, { role: 'owner' }),
      await member.put(seat, { role: 'member' }),
      await member.put(`${MEMBERS}/no-id`, { role: 'member' }),
      await member.del(seat),
      await member.del(await seatOf(admin, member)),
      await member.post('/trpc/auth.org.members.update', { id: seat.split('/').at(-1), role: 'member' }),
    ];

    expect(answers.map(outcome)).toEqual(['400 VALIDATION_ERROR', ...Array(5).fill('403 FORBIDDEN')]);
    expect(await list(admin)).toHaveLength(2);
  });

  it.each([['owner'], [null], [['admin']], [1], [undefined]])('refuse the role %j', async (role) => {
    const admin = await portal.register();

    const response = await admin.put(await seatOf(admin, admin), { role });

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    expect(response.json().issues).toMatchObject([{ path: 'role' }]);
  });

  it('of another organization are a 404 by any id, like unknown ones', async () => {
    const [admin, other] = [await portal.register(), await portal.register()];
    const theirs = (await list(other))[0];
    const own = (await list(admin))[0];
    const ids = [theirs?.id, other.userId, other.orgId, own?.userId, randomUUID(), 'no-id', '%27', '0', 'null'];

    const answers = await Promise.all(
      ids.flatMap((id) => [admin.put(`${MEMBERS}/${id}`, { role: 'admin' }), admin.del(`${MEMBERS}/${id}`)]),
    );
    const rpc = await admin.post('/trpc/auth.org.members.remove', { id: theirs?.id });

    expect(answers.map(outcome)).toEqual(Array(ids.length * 2).fill('404 NOT_FOUND'));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(outcome(rpc)).toBe('404 NOT_FOUND');
    expect(await list(other)).toHaveLength(1);
  });
});

describe('A role', () => {
  it('ends with the next request once revoked, on REST and tRPC', async () => {
    const admin = await portal.register();
    const second = await portal.join(admin, 'admin');
    const before = await second.get(KEYS);

    const changed = await admin.put(await seatOf(admin, second), { role: 'member' });

    const after = [await second.get(KEYS), await second.get('/trpc/auth.org.apiKeys.list'), await second.get(MEMBERS)];
    expect(before.statusCode).toBe(200);
    expect(changed.json()).toMatchObject({ ok: true, data: { userId: second.userId, role: 'member' } });
    expect(after.map(outcome)).toEqual(['403 FORBIDDEN', '403 FORBIDDEN', '200']);
  });

  it('applies from the next request once granted', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);

    await admin.put(await seatOf(admin, member), { role: 'admin' });

    expect((await member.get(KEYS)).statusCode).toBe(200);
    expect((await member.get(PROFILE)).json().data.role).toBe('admin');
  });

  it('and a seat end in every process at once', async () => {
    const [one, two] = [portal, await portalForThisTest({ beside: portal })];
    const admin = await one.register();
    const [second, third] = [await join(one.app, admin, 'admin'), await join(one.app, admin, 'admin')];
    const elsewhere = ({ cookie }: Person, url: string) => two.inject({ url, headers: { cookie } });

    await admin.put(await seatOf(admin, second), { role: 'member' });
    await admin.del(await seatOf(admin, third));

    const answers = [await elsewhere(second, KEYS), await elsewhere(third, KEYS)];
    expect(answers.map(outcome)).toEqual(['403 FORBIDDEN', '401 UNAUTHENTICATED']);
  });

  it('of the last administrator cannot be revoked, nor can the membership', async () => {
    const admin = await portal.register();
    await portal.join(admin);
    const seat = await seatOf(admin, admin);

    const answers = [await admin.put(seat, { role: 'member' }), await admin.del(seat)];
    const same = await admin.put(seat, { role: 'admin' });

    expect(answers.map(outcome)).toEqual(['409 LAST_ADMIN', '409 LAST_ADMIN']);
    expect(outcome(same)).toBe('200');
    expect((await admin.get(KEYS)).statusCode).toBe(200);
  });

  it('can be handed over to another administrator first', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);
    const own = await seatOf(admin, admin);

    await admin.put(await seatOf(admin, member), { role: 'admin' });
    const steppedDown = await admin.put(own, { role: 'member' });

    expect(outcome(steppedDown)).toBe('200');
    expect((await admin.get(KEYS)).statusCode).toBe(403);
    expect(outcome(await member.put(await seatOf(member, member), { role: 'member' }))).toBe('409 LAST_ADMIN');
  });
});

describe('Concurrent changes', () => {
  it('leave an administrator when all step down or remove each other', async () => {
    const first = await portal.register();
    const admins = [first];
    for (let turn = 0; turn < 5; turn++) admins.push(await portal.join(first, 'admin'));
    const seats = await Promise.all(admins.map((admin) => seatOf(first, admin)));

    const answers = await Promise.all(
      admins.map((admin, at) => {
        const seat = seats[(at + 1) % seats.length] ?? '';
        return at % 2 ? admin.del(seat) : admin.put(seat, { role: 'member' });
      }),
    );

    const { accounts: db } = portal.deps.database;
    const left = await db
      .select()
      .from(memberships)
      .where(and(eq(memberships.orgId, first.orgId), eq(memberships.role, 'admin')));
    expect(left.length).toBeGreaterThanOrEqual(1);
    expect(answers.map(({ statusCode }) => statusCode).every((status) => [200, 401, 403, 409].includes(status))).toBe(
      true,
    );
  });

  it('leave exactly one administrator when each one steps down', async () => {
    const first = await portal.register();
    const admins = [first, await portal.join(first, 'admin'), await portal.join(first, 'admin')];
    const seats = await Promise.all(admins.map((admin) => seatOf(first, admin)));

    const answers = await Promise.all(admins.map((admin, at) => admin.put(seats[at] ?? '', { role: 'member' })));

    expect(answers.map(outcome).sort()).toEqual(['200', '200', '409 LAST_ADMIN']);
  });
});

describe('The security trail', () => {
  it('records the actor and the member of role changes and removals', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);
    const seat = await seatOf(admin, member);

    await admin.put(seat, { role: 'admin' });
    await admin.put(seat, { role: 'admin' });
    await admin.del(seat);

    const { type, userId, actor, details } = securityEvents;
    const { accounts: db } = portal.deps.database;
    const events = await db
      .select({ type, userId, actor, details })
      .from(securityEvents)
      .where(and(eq(securityEvents.orgId, admin.orgId), eq(userId, member.userId)))
      .orderBy(securityEvents.id);
    const by = { userId: member.userId, actor: admin.email };
    expect(events.filter((event) => event.type.startsWith('member_'))).toEqual([
      { type: 'member_role_changed', ...by, details: { from: 'member', to: 'admin' } },
      { type: 'member_removed', ...by, details: { role: 'admin' } },
    ]);
  });
});
