import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { identityProviders, orgDomains } from '../../db/schema/index.ts';
import { recheckDomains } from '../../routers/auth/sso/recheck.ts';
import { CLIENT } from '../helpers/identity-provider.ts';
import { registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { codeOf, enrol, halfway } from '../helpers/second-factor.ts';
import { begin, newDomain, portalWithProvider, SSO, setUp, signInAs } from '../helpers/single-sign-on.ts';
import { events, ORG } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';

const parts = await portalWithProvider();
const { portal, idp, dns } = parts;
const accounts = () => portal.deps.database.accounts;
const settingsOf = async (person: Person) => (await person.get(SSO)).json().data;
const byPassword = async ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  outcome(await portal.visitor().post('/api/auth/login', { email, password }));

/** An organization whose administrator has come in by its provider. */
async function tried() {
  const domain = newDomain();
  const admin = await portal.register({ email: `admin@${domain}` });
  await accounts().execute(sql`update users set email_verified = true where id = ${admin.userId}`);
  await setUp(parts, admin, { domains: [domain] });
  const signIn = () => signInAs(parts, admin.userId, { email: admin.email });
  await signIn();
  return { admin, domain, signIn };
}

describe('single sign-on of an organization', () => {
  it('is set whole at first and changed in parts by administrators, and never tells the secret', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);
    const domain = newDomain();
    const whole = { issuer: idp.issuer, ...CLIENT, domains: [domain.toUpperCase(), domain] };

    expect(await settingsOf(admin)).toMatchObject({ issuer: null, clientId: null, domains: [], enforce: false });
    expect(outcome(await member.get(SSO))).toBe('403 FORBIDDEN');
    expect(outcome(await admin.put(SSO, { ...whole, clientSecret: undefined }))).toBe('400 VALIDATION_ERROR');
    for (const wrong of [{ issuer: 'ftp://x.example' }, { domains: ['co.uk'] }, { domains: [] }, { domains: ['a b'] }])
      expect(outcome(await admin.put(SSO, { ...whole, ...wrong }))).toBe('400 VALIDATION_ERROR');
    expect((await admin.put(SSO, whole)).statusCode).toBe(200);
    const changed = await admin.put(SSO, { defaultRole: 'admin' });

    expect(changed.json().data).toMatchObject({
      issuer: idp.issuer,
      clientId: CLIENT.clientId,
      domains: [{ domain, verified: false, problem: 'not_checked', txtName: `_client-portal.${domain}` }],
      defaultRole: 'admin',
      tried: false,
      redirectUri: 'http://localhost:3000/api/auth/sso/callback',
    });
    const [stored] = await accounts().select().from(identityProviders).where(eq(identityProviders.orgId, admin.orgId));
    const seen = [changed.body, JSON.stringify(stored), JSON.stringify(await events(admin, ORG)), ...portal.lines];
    expect(seen.filter((text) => text.includes(CLIENT.clientSecret))).toEqual([]);
    expect([(await admin.del(SSO)).statusCode, (await settingsOf(admin)).issuer]).toEqual([200, null]);
  });

  it('has the domains that the DNS proves, each the first to prove it', async () => {
    const [first, second] = [await portal.register(), await portal.register()];
    const domain = await setUp(parts, first);
    const stored = await second.put(SSO, { issuer: idp.issuer, ...CLIENT, domains: [domain] });
    const look = async () => (await second.post(`${SSO}/verify`)).json().data.domains[0];

    expect(await look()).toMatchObject({ verified: false, problem: 'missing' });
    dns.prove(stored.json().data.domains[0]);
    expect(await look()).toMatchObject({ verified: false, problem: 'taken' });
    expect((await settingsOf(first)).domains).toMatchObject([{ verified: true, problem: null }]);
    await first.del(SSO);
    expect(await look()).toMatchObject({ verified: true, problem: null });
  });

  it('loses a domain whose record has been gone for three days, and none while the DNS is silent', async () => {
    const admin = await portal.register();
    const domain = await setUp(parts, admin);
    await accounts().execute(sql`update users set email_verified = true where id = ${admin.userId}`);
    const row = and(eq(orgDomains.orgId, admin.orgId), eq(orgDomains.domain, domain));
    const afterDays = async (days: number) => {
      const past = sql`${days} * interval '1 day'`;
      await accounts()
        .update(orgDomains)
        .set({ checkedAt: sql`checked_at - ${past}`, missingSince: sql`missing_since - ${past}` })
        .where(row);
      await recheckDomains(portal.deps);
      return (await settingsOf(admin)).domains[0];
    };

    dns.state.silent = true;
    expect(await afterDays(5)).toMatchObject({ verified: true, problem: null });
    dns.state.silent = false;
    dns.records.clear();
    expect(await afterDays(1.5)).toMatchObject({ verified: true, problem: 'missing' });
    expect(await afterDays(1.5)).toMatchObject({ verified: true });
    expect(await afterDays(2)).toMatchObject({ verified: false, problem: 'missing' });
    expect((await begin(portal.visitor(), `x@${domain}`)).address).toContain('sso=unknown');
    expect((await events(admin, ORG)).map(({ type }) => type)).toEqual(expect.arrayContaining(['domain_lost']));
    expect((await portal.mailTo(admin.email)).at(-1)?.text).toContain(domain);
  });

  it.each(['gives up', 'loses'])('that %s a domain signs nobody in by the subjects of its addresses', async (how) => {
    const admin = await portal.register();
    const [sold, kept] = [newDomain(), newDomain()];
    await setUp(parts, admin, { domains: [sold, kept] });
    const [subject, other] = [`chief of ${sold}`, `hand of ${kept}`];
    const chief = await (await signInAs(parts, subject, { email: `chief@${sold}` })).profile();
    const hand = await (await signInAs(parts, other, { email: `hand@${kept}` })).profile();

    if (how === 'gives up') await admin.put(SSO, { domains: [kept] });
    else {
      dns.records.delete(`_client-portal.${sold}`);
      const past = sql`now() - interval '4 days'`;
      await accounts()
        .update(orgDomains)
        .set({ checkedAt: past, missingSince: past })
        .where(and(eq(orgDomains.orgId, admin.orgId), eq(orgDomains.domain, sold)));
      await recheckDomains(portal.deps);
    }
    const again = await signInAs(parts, subject, { email: `anybody@${kept}` });

    expect((await again.profile()).id).not.toBe(chief.id);
    expect((await (await signInAs(parts, other, { email: `renamed@${kept}` })).profile()).id).toBe(hand.id);
  });
});

describe('enforced single sign-on', () => {
  it('is enforced once an administrator came in by it since its last change', async () => {
    const admin = await portal.register();
    const domain = await setUp(parts, admin);
    const enforce = async () => outcome(await admin.put(SSO, { enforce: true }));

    expect(await enforce()).toBe('409 INVALID_TRANSITION');
    await signInAs(parts, 'a member', { email: `member@${domain}` });
    expect(await enforce()).toBe('409 INVALID_TRANSITION');
    const done = await tried();
    expect(await settingsOf(done.admin)).toMatchObject({ tried: true });
    expect(outcome(await done.admin.put(SSO, { clientSecret: 'another one', enforce: true }))).toBe(
      '409 INVALID_TRANSITION',
    );
    expect((await done.admin.put(SSO, { ...CLIENT, issuer: idp.issuer, enforce: true })).statusCode).toBe(200);
    expect(outcome(await done.admin.put(SSO, { clientSecret: 'another one' }))).toBe('409 INVALID_TRANSITION');
  });

  it('closes every other way after the proof, but the password of administrators with a second factor', async () => {
    const { admin, domain, signIn } = await tried();
    const [member, careful] = [await portal.join(admin), await portal.join(admin)];
    const authenticator = await enrol(careful);
    const { verify } = await halfway(portal, careful);
    await admin.put(SSO, { enforce: true });

    expect(outcome(await verify(codeOf(authenticator, 1)))).toBe('401 INVALID_TEMP_TOKEN');
    expect(await byPassword(member)).toBe('403 SIGN_IN_METHOD');
    expect(await byPassword({ ...member, password: 'a wrong one' })).toBe('401 INVALID_CREDENTIALS');
    expect(await byPassword(admin)).toBe('403 SIGN_IN_METHOD');
    expect(await signInAs(parts, 'enforced', { email: `new@${domain}` })).toMatchObject({ hasSession: true });
    await enrol(await signIn());
    expect(await byPassword(admin)).toBe('200');
  });

  it('has invited members join by the provider alone, and lets an administrator in who is to turn it off', async () => {
    const { admin, domain } = await tried();
    const invite = async (email: string, role: string) =>
      (await admin.post('/api/auth/org/invitations', { email, role })).json().invitation.token;
    const [token, other] = [await invite(`ada@${domain}`, 'member'), await invite('help@agency.example', 'admin')];
    const guest = await portal.register();
    const ofGuest = await invite(guest.email, 'member');
    const accept = '/api/auth/accept-invitation';
    const password = 'correct horse battery';
    await admin.put(SSO, { enforce: true });

    for (const body of [{ token }, { token, password }])
      expect(outcome(await portal.visitor().post(accept, body))).toBe('403 SIGN_IN_METHOD');
    const account = { email: `ada@${domain}`, password, invitationToken: token };
    expect(outcome(await portal.visitor().post('/api/auth/register', account))).toBe('403 SIGN_IN_METHOD');
    expect(outcome(await guest.post(accept, { token: ofGuest }))).toBe('403 SIGN_IN_METHOD');
    const joined = await signInAs(parts, 'ada invited', { email: `ada@${domain}` });
    expect(await joined.profile()).toMatchObject({ orgId: admin.orgId, role: 'member' });
    expect((await portal.visitor().post(accept, { token: other, password })).json()).toMatchObject({ role: 'admin' });
  });

  it('has no members invited whom the provider lets in by no address', async () => {
    const { admin, domain } = await tried();
    const operator = await registerOperator(portal);
    const invitations = '/api/auth/org/invitations';
    const invite = (email: string, role = 'member') => admin.post(invitations, { email, role });
    const other = newDomain();
    const before = (await invite(`before@${other}`)).json().invitation;
    const again = (invitationId: string) =>
      operator.post(`/api/operator/clients/${admin.orgId}/invite`, { invitationId });
    await admin.put(SSO, { enforce: true });

    const late = await portal.visitor().post('/api/auth/accept-invitation', { token: before.token });
    expect([outcome(late), late.json().error, late.json().issues]).toEqual([
      '403 SIGN_IN_METHOD',
      expect.stringContaining('ask whoever invited you'),
      [expect.objectContaining({ path: 'email' })],
    ]);
    const open = async () => [
      (await admin.get(invitations)).json().data,
      (await operator.get(`/api/operator/clients/${admin.orgId}/state`)).json().data.invitations,
    ];
    for (const list of await open()) expect(list).toMatchObject([{ id: before.id, canJoin: false }]);
    const refused = [await invite(`ada@${other}`), await invite(`ada@sub.${domain}`), await again(before.id)];
    for (const answer of refused)
      expect([answer.statusCode, answer.json().error]).toEqual([400, expect.stringContaining('verify the domain')]);
    const made = [await invite(`ada@${domain}`), await invite(`ada@${other}`, 'admin')];
    expect(made.map(outcome)).toEqual(['201', '201']);
    expect(outcome(await again(made[0]?.json().invitation.id))).toBe('201');
    const joins = (list: { canJoin: boolean }[]) => list.filter(({ canJoin }) => canJoin).length;
    expect((await open()).map(joins)).toEqual([2, 2]);
    await admin.put(SSO, { enforce: false });
    expect((await open()).map(joins)).toEqual([3, 3]);
    expect(outcome(await invite(`ada@${other}`))).toBe('201');
  });

  it('lets every other way be closed, and is then not left before one is open', async () => {
    const { admin, signIn } = await tried();
    const none = { password: false, emailCode: false, passkey: false };
    expect(outcome(await admin.put('/api/auth/org', { signIn: none }))).toBe('400 VALIDATION_ERROR');
    await admin.put(SSO, { enforce: true });

    expect((await admin.put('/api/auth/org', { signIn: none })).statusCode).toBe(200);
    expect(await signIn()).toMatchObject({ hasSession: true });
    expect(outcome(await admin.put(SSO, { enforce: false }))).toBe('409 INVALID_TRANSITION');
    expect(outcome(await admin.del(SSO))).toBe('409 INVALID_TRANSITION');
    await admin.put('/api/auth/org', { signIn: { passkey: true } });
    expect((await admin.del(SSO)).statusCode).toBe(200);
  });

  it('of one organization closes the provider of another that enforces none', async () => {
    const [one, other] = [await tried(), await tried()];
    await portal.deps.database.accounts.execute(
      sql`insert into memberships (id, org_id, user_id) values (gen_random_uuid(), ${other.admin.orgId}, ${one.admin.userId})`,
    );
    await other.admin.put(SSO, { enforce: true });

    expect(await one.signIn()).toMatchObject({ led: '/sign-in?sso=method', hasSession: false });
    await one.admin.put(SSO, { enforce: true });
    expect(await one.signIn()).toMatchObject({ hasSession: true });
  });
});
