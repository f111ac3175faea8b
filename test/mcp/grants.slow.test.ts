import { describe, expect, it } from 'vitest';
import { message, sendBody } from '../helpers/assistants.ts';
import { agree, asking, askToken, letIn, proof, registerAssistant } from '../helpers/grants.ts';
import { REASON, registerOperator } from '../helpers/operators.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { enrol } from '../helpers/second-factor.ts';
import { startSupport } from '../helpers/support.ts';
import { ORG } from '../helpers/trail.ts';

const portal = portalForThisFile();
const OWN = '/api/auth/account/grants';
const MEMBERS = '/api/auth/org/grants';

const CALL = message('tools/call', { name: 'get_visibility_overview' });
const call = async (token: string) => {
  const answer = await sendBody(portal, token, CALL);
  return answer.statusCode === 200 ? 200 : [answer.statusCode, answer.json().error.data.code];
};
const OVER = [401, 'UNAUTHENTICATED'];

describe('grants', () => {
  it('are listed to the person, with when they were used', async () => {
    const person = await portal.register();
    const { access } = await letIn(portal, person);
    await call(access);

    const { data } = (await person.get(OWN)).json();

    expect(data).toEqual([
      {
        id: expect.any(String),
        assistant: 'Test assistant',
        redirectHost: 'assistant.example',
        org: { id: person.orgId, name: person.orgName },
        scopes: ['read'],
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
      },
    ]);
  });

  it('of one person, organization and assistant are one, with the scopes given last', async () => {
    const person = await portal.register();
    const first = await letIn(portal, person);
    await agree(portal, person, { scope: 'read write' }, first.clientId);

    const { data } = (await person.get(OWN)).json();

    expect(data.map(({ scopes }: { scopes: string[] }) => scopes)).toEqual([['read', 'write']]);
    expect(await call(first.access)).toBe(200);
  });

  it('end when the person removes the assistant', async () => {
    const person = await portal.register();
    const { access, refresh } = await letIn(portal, person);
    const [{ id }] = (await person.get(OWN)).json().data;
    expect(await call(access)).toBe(200);

    expect((await person.del(`${OWN}/${id}`)).json()).toEqual({ ok: true });

    expect(await call(access)).toEqual(OVER);
    expect((await askToken(portal, refresh)).json().error).toBe('invalid_grant');
    expect((await person.del(`${OWN}/${id}`)).statusCode).toBe(404);
    const lines = (await person.get(ORG)).json().data.map(({ type }: { type: string }) => type);
    expect(lines).toEqual(expect.arrayContaining(['assistant_allowed', 'assistant_read', 'assistant_removed']));
  });

  it('of members are listed to administrators, who remove them, and to nobody else', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);
    const stranger = await portal.register();
    const { access } = await letIn(portal, member);

    const [grant] = (await admin.get(MEMBERS)).json().data;
    expect(grant).toMatchObject({ assistant: 'Test assistant', member: { id: member.userId, email: member.email } });
    expect((await member.get(MEMBERS)).statusCode).toBe(403);
    expect((await stranger.get(MEMBERS)).json().data).toEqual([]);
    expect((await stranger.del(`${MEMBERS}/${grant.id}`)).statusCode).toBe(404);
    expect((await admin.del(`${OWN}/${grant.id}`)).statusCode).toBe(404);
    expect((await admin.del(`${MEMBERS}/${grant.id}`)).statusCode).toBe(200);

    expect(await call(access)).toEqual(OVER);
  });
});

describe('access', () => {
  it('stays with its organization when the person switches to another', async () => {
    const person = await portal.register({ orgName: 'The first one' });
    const { access } = await letIn(portal, person);
    const other = await portal.register({ orgName: 'The second one' });
    const invited = await other.post('/api/auth/org/invitations', { email: person.email });
    await person.post('/api/auth/accept-invitation', { token: invited.json().invitation.token });

    const { body } = await sendBody(portal, access, CALL);

    expect(body).toContain('The first one');
    expect(body).not.toContain('The second one');
  });

  it('ends when the person is removed from the organization', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);
    const { access, refresh } = await letIn(portal, member);
    const { data } = (await admin.get('/api/auth/org/members')).json();
    const { id } = data.find(({ userId }: { userId: string }) => userId === member.userId);

    await admin.del(`/api/auth/org/members/${id}`);

    expect(await call(access)).toEqual(OVER);
    expect((await askToken(portal, refresh)).json().error).toBe('invalid_grant');
  });

  it('ends with a reset of the password, with a lock, and with the account', async () => {
    const operator = await registerOperator(portal);
    const [reset, locked, admin] = [await portal.register(), await portal.register(), await portal.register()];
    const deleted = await portal.join(admin);
    const grants = [await letIn(portal, reset), await letIn(portal, locked), await letIn(portal, deleted)];

    await portal.visitor().post('/api/auth/forgot-password', { email: reset.email });
    const token = (await portal.mailTo(reset.email)).at(-1)?.token;
    await portal.visitor().post('/api/auth/reset-password', { token, password: 'another password of mine' });
    await operator.post(`/api/operator/users/${locked.userId}/lock`, { reason: REASON });
    await deleted.send('DELETE', '/api/auth/account', { password: deleted.password });

    for (const { access, refresh } of grants) {
      expect(await call(access)).toEqual(OVER);
      expect((await askToken(portal, refresh)).json().error).toBe('invalid_grant');
    }
  });

  it('waits while the organization is suspended', async () => {
    const operator = await registerOperator(portal);
    const person = await portal.register();
    const { access } = await letIn(portal, person);

    await operator.post(`/api/operator/clients/${person.orgId}/suspend`, { reason: REASON });
    const meanwhile = await call(access);
    await operator.post(`/api/operator/clients/${person.orgId}/resume`);

    expect(meanwhile).toEqual([403, 'CLIENT_SUSPENDED']);
    expect(await call(access)).toBe(200);
  });

  it('needs the second factor that the organization requires', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);
    const { access } = await letIn(portal, member);
    await enrol(admin);
    await admin.put('/api/auth/org', { requireTwoFactor: true });

    expect(await call(access)).toEqual([403, 'TWO_FACTOR_REQUIRED']);
  });

  it('is not given by a support session', async () => {
    const person = await portal.register();
    const support = await startSupport(await registerOperator(portal), person, { write: true });
    const { client_id } = (await registerAssistant(portal)).json();
    const body = { ...asking(portal, client_id, proof().challenge), allow: true };

    expect((await support.post('/api/auth/account/consent', body)).statusCode).toBe(403);
  });
});
