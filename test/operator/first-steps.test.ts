import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { sweepInvitations } from '../../routers/auth/org/seats.ts';
import { registerOperator } from '../helpers/operators.ts';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

let operator: Person;
beforeAll(async () => {
  operator = await registerOperator(portal);
});

const newAddress = () => `${randomUUID()}@example.com`;

/** A client that nobody was told of yet. */
async function prepared() {
  const adminEmail = newAddress();
  const body = { name: 'Maple Row Dental', adminEmail, invite: false };
  const answer = await operator.post('/api/operator/clients', body);
  const { id } = answer.json().data;
  return { answer, adminEmail, id: id as string, url: `/api/operator/clients/${id}` };
}

const accept = (token: string) =>
  portal.visitor().post('/api/auth/accept-invitation', { token, password: 'a password of an administrator' });

it('a client that is made without inviting mails nobody until it is invited, however long that takes', async () => {
  const { answer, adminEmail, id, url } = await prepared();
  const before = await portal.mailTo(adminEmail);
  const { accounts } = portal.deps.database;
  await accounts.execute(sql`update invitations set expires_at = now() - interval '1 minute' where org_id = ${id}`);
  await sweepInvitations(accounts);

  const invited = await operator.post(`${url}/invite`);
  const [mail] = await portal.mailTo(adminEmail);
  const joined = await accept(invited.json().invitation.token);
  const [first, again] = [await accept(answer.json().invitation.token), await operator.post(`${url}/invite`)];

  expect(outcome(answer)).toBe('201');
  expect(before).toEqual([]);
  expect(invited.json()).toMatchObject({ ok: true, invitation: { email: adminEmail, role: 'admin' } });
  expect(mail?.token).toBe(invited.json().invitation.token);
  expect(outcome(joined)).toBe('200');
  expect(outcome(first)).toBe('400 INVALID_TOKEN');
  expect(outcome(again)).toBe('400 VALIDATION_ERROR');
});

it('another address is invited by its name, but no member', async () => {
  const { url } = await prepared();
  const adminEmail = newAddress();

  const invited = await operator.post(`${url}/invite`, { adminEmail });
  const mails = await portal.mailTo(adminEmail);
  await accept(invited.json().invitation.token);
  const twice = await operator.post(`${url}/invite`, { adminEmail });

  expect(mails).toHaveLength(1);
  expect(outcome(twice)).toBe('409 ALREADY_MEMBER');
});

it('an ingest key that an operator makes for a client writes there, and is in the trails of both', async () => {
  const client = await portal.register();

  const made = await operator.post(`/api/operator/clients/${client.orgId}/api-keys`, { name: 'Nightly' });
  const { key, apiKey } = made.json();
  const headers = { authorization: `Bearer ${key}` };
  const stored = await portal.visitor().post('/api/ingest/records', [record('goal')], headers);
  const read = await portal.visitor().get('/api/visibility/scores', headers);
  const listed = (await client.get('/api/auth/org/api-keys')).json().data;
  const [event] = (await client.get('/api/auth/org/activity?type=api_key_made')).json().data;
  const line = (await operator.get('/api/operator/activity?type=client_key_made&limit=1')).json().data[0];

  expect(outcome(made)).toBe('201');
  expect(apiKey).toMatchObject({ name: 'Nightly', scopes: ['ingest'], createdBy: null });
  expect([stored, read].map(outcome)).toEqual(['200', '403 FORBIDDEN']);
  expect(listed).toEqual([expect.objectContaining({ id: apiKey.id })]);
  expect(event).toMatchObject({ actor: 'The operator of the portal' });
  expect(line).toMatchObject({ client: { id: client.orgId }, actor: { id: operator.userId } });
});

it('the modules of a client are the usual ones, or those that an operator chose', async () => {
  const client = await portal.register();
  const url = `/api/operator/clients/${client.orgId}`;
  const seen = async () => [
    (await client.get('/api/auth/org')).json().data.modules,
    (await client.get('/api/auth/account/profile')).json().data.modules,
  ];

  const [usual] = await seen();
  const chosen = await operator.put(url, { modules: ['goals', 'developer', 'visibility'] });
  const after = await seen();
  const answers = [
    await client.get('/api/analytics/reviews'),
    await operator.put(url, { modules: ['everything'] }),
    await client.put('/api/auth/org', { modules: ['reviews'] }),
  ];
  const unchanged = await seen();
  await operator.put(url, { modules: null });

  expect(usual).toContain('reviews');
  expect(usual).not.toContain('developer');
  expect(usual).not.toContain('billing');
  expect(chosen.json().data.modules).toEqual(['visibility', 'goals', 'developer']);
  expect(after).toEqual([chosen.json().data.modules, chosen.json().data.modules]);
  expect(answers.map(outcome)).toEqual(['200', '400 VALIDATION_ERROR', '200']);
  expect(unchanged).toEqual(after);
  expect(await seen()).toEqual([usual, usual]);
});

it('an open invitation of a member is sent again, with its role and a new link', async () => {
  const admin = await portal.register();
  const email = newAddress();
  const { id, token } = await invite(admin, { email });
  const url = `/api/operator/clients/${admin.orgId}`;

  const sent = await operator.post(`${url}/invite`, { invitationId: id });
  const foreign = await operator.post(`/api/operator/clients/${operator.orgId}/invite`, { invitationId: id });
  const mails = await portal.mailTo(email);
  const { data } = (await admin.get('/api/auth/org/invitations')).json();
  const [old, joined] = [await accept(token), await accept(sent.json().invitation.token)];

  expect(sent.json().invitation).toMatchObject({ id, email, role: 'member', invitedBy: { id: admin.userId } });
  expect(mails).toHaveLength(2);
  expect(data).toHaveLength(1);
  expect([foreign, old, joined].map(outcome)).toEqual(['404 NOT_FOUND', '400 INVALID_TOKEN', '200']);
  expect(joined.json().role).toBe('member');
  expect(outcome(await operator.post(`${url}/invite`, { invitationId: id }))).toBe('404 NOT_FOUND');
});
