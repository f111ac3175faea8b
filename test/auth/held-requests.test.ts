import { beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../routers/auth/one-time-tokens.ts';
import { hold } from '../helpers/held.ts';
import { REASON, registerOperator } from '../helpers/operators.ts';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { enrol } from '../helpers/second-factor.ts';
import { outcome } from '../helpers/wire.ts';

// Requests that began before the caller’s access ended, and whose last byte arrives after it.

const portal = portalForThisFile();
beforeAll(async () => void (await portal.listen()));

const MEMBERS = '/api/auth/org/members';
const PAGE = { title: 'A page', type: 'blog' };

const begin = ({ cookie, address }: Person, route: string, body: object = {}) =>
  hold(portal, route, body, { cookie, 'x-forwarded-for': address });

async function seatOf(admin: Person, { userId }: Person) {
  const members: { id: string; userId: string }[] = (await admin.get(MEMBERS)).json().data;
  return `${MEMBERS}/${members.find((member) => member.userId === userId)?.id}`;
}

async function twoAdmins() {
  const owner = await portal.register();
  const second = await portal.join(owner, 'admin');
  const [ownSeat, ownerSeat] = [await seatOf(owner, second), await seatOf(owner, owner)];
  return { owner, second, ownSeat, ownerSeat };
}

async function heldByAdmin({ owner, second, ownSeat, ownerSeat }: Awaited<ReturnType<typeof twoAdmins>>) {
  const { id: invitation } = await invite(owner);
  await owner.pipeline();
  const [key] = (await owner.get('/api/auth/org/api-keys')).json().data;
  return Promise.all([
    begin(second, `PUT ${ownSeat}`, { role: 'admin' }),
    begin(second, `DELETE ${ownerSeat}`),
    begin(second, 'PUT /api/auth/org', { name: 'Taken over' }),
    begin(second, `DELETE /api/auth/org/invitations/${invitation}`),
    begin(second, `DELETE /api/auth/org/api-keys/${key.id}`),
    begin(second, 'POST /trpc/auth.org.update', { name: 'Taken over' }),
  ]);
}

const answersTo = async (held: (() => ReturnType<Awaited<ReturnType<typeof hold>>>)[]) =>
  (await Promise.all(held.map((finish) => finish()))).map(outcome);

describe('A request on its way', () => {
  it('has no power of an administrator who is demoted meanwhile', async () => {
    const admins = await twoAdmins();
    const held = await heldByAdmin(admins);

    await admins.owner.put(admins.ownSeat, { role: 'member' });

    expect(await answersTo(held)).toEqual(Array(6).fill('403 FORBIDDEN'));
    expect(outcome(await admins.owner.get('/api/auth/org/invitations'))).toBe('200');
  });

  it('has no power of an administrator who is removed meanwhile', async () => {
    const admins = await twoAdmins();
    const held = await heldByAdmin(admins);

    await admins.owner.del(admins.ownSeat);

    expect(await answersTo(held)).toEqual(Array(6).fill('401 UNAUTHENTICATED'));
  });

  it('has no power of an administrator who is removed meanwhile, however short it is held', async () => {
    const { owner, second, ownSeat } = await twoAdmins();
    const headers = { cookie: second.cookie, 'x-forwarded-for': second.address };
    const webhook = { url: 'https://hooks.example.com/one', events: ['page.published'] };
    const finish = await hold(portal, 'POST /api/webhooks', webhook, headers, 40);

    await owner.del(ownSeat);

    expect(outcome(await finish())).toBe('401 UNAUTHENTICATED');
    expect((await owner.get('/api/webhooks')).json().data).toEqual([]);
  });

  it('neither writes nor asks a model when the member is removed while the request is pending, with or without a second organization', async () => {
    const [owner, elsewhere] = [await portal.register(), await portal.register()];
    const [one, other] = [await portal.join(owner), await portal.join(owner)];
    const { token } = await invite(elsewhere, { email: other.email });
    await other.post('/api/auth/accept-invitation', { token });
    await other.post('/api/auth/org/switch', { orgId: owner.orgId });
    const held = await Promise.all(
      [one, other].flatMap((person) => [
        begin(person, 'POST /api/cms/pages', PAGE),
        begin(person, 'POST /trpc/cms.pages.create', PAGE),
        begin(person, 'POST /api/insights/query', { question: 'How is the score?' }),
      ]),
    );

    for (const person of [one, other]) await owner.del(await seatOf(owner, person));

    expect(await answersTo(held)).toEqual(Array(6).fill('401 UNAUTHENTICATED'));
    for (const { get } of [owner, elsewhere]) expect((await get('/api/cms/pages')).json()).toEqual([]);
  });

  it('changes nothing of an account whose password is reset meanwhile', async () => {
    const person = await portal.register();
    await enrol(person);
    const token = await issueToken(portal.deps.database.accounts, 'password_reset', person.userId);
    const held = await Promise.all([
      begin(person, 'POST /api/auth/2fa/regenerate-backup-codes'),
      begin(person, 'POST /api/auth/2fa/disable'),
      begin(person, 'POST /api/auth/account/sessions/revoke-others'),
      begin(person, 'PUT /api/auth/account/profile', { name: 'Eve' }),
    ]);

    await portal.visitor().post('/api/auth/reset-password', { token, password: 'a password that is new' });

    expect(await answersTo(held)).toEqual(Array(4).fill('401 UNAUTHENTICATED'));
  });

  it('writes nothing with an API key that is revoked meanwhile', async () => {
    const owner = await portal.register();
    const { key } = await owner.pipeline();
    const [{ id }] = (await owner.get('/api/auth/org/api-keys')).json().data;
    const finish = await hold(portal, 'POST /api/ingest/records', [record('goal')], { authorization: `Bearer ${key}` });

    await owner.del(`/api/auth/org/api-keys/${id}`);

    expect(outcome(await finish())).toBe('401 UNAUTHENTICATED');
  });

  it('reaches no data of a client that is suspended meanwhile', async () => {
    const [operator, owner] = [await registerOperator(portal), await portal.register()];
    const { key } = await owner.pipeline();
    const held = await Promise.all([
      begin(owner, 'POST /api/cms/pages', PAGE),
      begin(owner, 'POST /trpc/cms.pages.create', PAGE),
      begin(owner, 'POST /api/insights/query', { question: 'How is the score?' }),
      hold(portal, 'POST /api/ingest/records', [record('goal')], { authorization: `Bearer ${key}` }),
    ]);

    await operator.post(`/api/operator/clients/${owner.orgId}/suspend`, { reason: REASON });

    expect(await answersTo(held)).toEqual(Array(4).fill('403 CLIENT_SUSPENDED'));
    await operator.post(`/api/operator/clients/${owner.orgId}/resume`);
    expect((await owner.get('/api/cms/pages')).json()).toEqual([]);
    expect((await owner.get('/api/dashboard/goals')).json().data).toEqual([]);
  });

  it('needs the second factor that the organization requires meanwhile', async () => {
    const owner = await portal.register();
    await enrol(owner);
    const member = await portal.join(owner);
    const held = await Promise.all([
      begin(member, 'POST /api/cms/pages', PAGE),
      begin(member, 'PUT /api/auth/account/profile', { name: 'Dana' }),
    ]);

    await owner.put('/api/auth/org', { requireTwoFactor: true });

    expect(await answersTo(held)).toEqual(['403 TWO_FACTOR_REQUIRED', '200']);
  });

  it('is answered as usual where nothing has changed, whatever its speed', async () => {
    const owner = await portal.register();
    const { key } = await owner.pipeline();
    const held = await Promise.all([
      begin(owner, 'POST /api/cms/pages', PAGE),
      begin(owner, 'PUT /api/auth/org', { name: 'Renamed' }),
      hold(portal, 'POST /api/ingest/records', [record('goal')], { authorization: `Bearer ${key}` }),
    ]);

    expect(await answersTo(held)).toEqual(['201', '200', '200']);
  });
});
