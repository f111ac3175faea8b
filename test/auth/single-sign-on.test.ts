import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { organizations, users } from '../../db/schema/index.ts';
import { walkThrough } from '../helpers/identity-provider.ts';
import { REASON, registerOperator } from '../helpers/operators.ts';
import { enrol } from '../helpers/second-factor.ts';
import { answered, begin, portalWithProvider, setUp, signInAs } from '../helpers/single-sign-on.ts';
import { events } from '../helpers/trail.ts';

const parts = await portalWithProvider();
const { portal, idp } = parts;
const accounts = () => portal.deps.database.accounts;
const refused = (reason: string) => ({ led: `/sign-in?sso=${reason}`, hasSession: false });

describe('single sign-on', () => {
  it('makes a member at the first sign-in, whom the subject finds later, whatever the address', async () => {
    const admin = await portal.register();
    const domain = await setUp(parts, admin, { defaultRole: 'member' });

    const first = await signInAs(parts, randomUUID(), { email: `Ada@${domain}`, name: 'Ada Lovelace' });
    const subject = idp.state.signedIn;
    const profile = await first.profile();
    const again = await signInAs(parts, subject, { email: `ada.king@${domain}` });

    expect(first).toMatchObject({ led: '/', hasSession: true });
    expect(profile).toMatchObject({
      email: `ada@${domain}`,
      emailVerified: true,
      name: 'Ada Lovelace',
      role: 'member',
    });
    expect(profile.orgId).toBe(admin.orgId);
    expect(await again.profile()).toMatchObject({ id: profile.id, email: `ada@${domain}` });
    const trail = (await events(first)).map(({ type, details }) => ({ type, by: details.by }));
    expect(trail).toEqual(
      expect.arrayContaining([
        { type: 'signed_in', by: 'sso' },
        { type: 'member_joined', by: 'sso' },
      ]),
    );
  });

  it('begins with PKCE, state and nonce, bound to an HttpOnly cookie for ten minutes, and goes on to an own page', async () => {
    const domain = await setUp(parts, await portal.register());
    const visitor = portal.visitor();
    const { begun, address, cookie } = await begin(visitor, `x@${domain}`, '/visibility?tab=1');
    const asked = new URL(address).searchParams;

    expect(begun.cookies).toMatchObject([
      { name: 'portal_sso', httpOnly: true, sameSite: 'Lax', maxAge: 600, path: '/api/auth/sso' },
    ]);
    expect(Object.fromEntries(asked)).toMatchObject({
      code_challenge_method: 'S256',
      response_type: 'code',
      login_hint: `x@${domain}`,
    });
    expect([asked.get('state')?.length, asked.get('nonce')?.length]).toEqual([43, 43]);
    idp.state.signedIn = randomUUID();
    idp.people[idp.state.signedIn] = { email: `x@${domain}`, email_verified: true };
    const back = await walkThrough(address);
    expect((await visitor.get(back, { cookie })).headers.location).toBe('http://localhost:3000/visibility?tab=1');
    const elsewhere = await begin(visitor, `x@${domain}`, '//evil.example');
    expect(elsewhere.cookie).toMatch(/\.Lw$/);
  });

  it('begins for pages of the portal and typed addresses, and not where another site leads its visitor to it', async () => {
    const domain = await setUp(parts, await portal.register());
    const lead = (from: string) =>
      portal.visitor().get(`/api/auth/sso?email=x@${domain}&next=/goals`, { 'sec-fetch-site': from });

    for (const from of ['same-origin', 'none'])
      expect((await lead(from)).headers.location).toContain(`${idp.issuer}/auth?`);
    const sent = await lead('cross-site');
    expect([sent.headers.location, sent.cookies]).toEqual(['http://localhost:3000/sign-in?next=%2Fgoals', []]);
  });

  it('says the same of every address of a domain that nobody has proved', async () => {
    const person = await portal.register();
    for (const email of [person.email, 'nobody@unknown.example', 'no address', ''])
      expect((await begin(portal.visitor(), email)).address).toBe('http://localhost:3000/sign-in?sso=unknown');
  });

  it.each([undefined, false, 'true'])('lets nobody in whose address is not verified: %s', async (email_verified) => {
    const domain = await setUp(parts, await portal.register());
    const person = { email: `ada@${domain}`, email_verified } as { email: string };

    expect(await signInAs(parts, randomUUID(), person)).toMatchObject(refused('unverified'));
    expect(await accounts().$count(users, eq(users.email, person.email))).toBe(0);
  });

  it('lets nobody in by an address of a foreign domain', async () => {
    const domain = await setUp(parts, await portal.register());
    const victim = await portal.register();
    await accounts().update(users).set({ emailVerified: true }).where(eq(users.id, victim.userId));

    const sent = await signInAs(parts, randomUUID(), { email: victim.email }, `x@${domain}`);
    expect(sent).toMatchObject(refused('domain'));
  });

  it('links an account where both sides verified the address, and no other subject to it afterwards', async () => {
    const admin = await portal.register();
    const domain = await setUp(parts, admin);
    const email = `grace@${domain}`;
    const owner = await portal.register({ email });

    expect(await signInAs(parts, 'grace', { email })).toMatchObject(refused('account'));
    await accounts().update(users).set({ emailVerified: true, verifiedByLink: true }).where(eq(users.id, owner.userId));
    expect(await signInAs(parts, 'grace', { email })).toMatchObject(refused('account'));
    await accounts().update(users).set({ verifiedByLink: false }).where(eq(users.id, owner.userId));
    const linked = await signInAs(parts, 'grace', { email });
    expect(await linked.profile()).toMatchObject({ id: owner.userId, orgId: admin.orgId });
    expect((await portal.mailTo(email)).at(-1)?.subject).toBe('Single sign-on was linked to your account');
    expect(await signInAs(parts, 'another grace', { email })).toMatchObject(refused('other_subject'));
  });

  it('does not bring back whom an administrator has removed, but for an invitation', async () => {
    const admin = await portal.register();
    const domain = await setUp(parts, admin);
    const person = { email: `leaver@${domain}` };
    const { id } = await (await signInAs(parts, 'leaver', person)).profile();
    const { data: members } = (await admin.get('/api/auth/org/members')).json();
    const membership = members.find(({ userId }: { userId: string }) => userId === id);
    await admin.del(`/api/auth/org/members/${membership.id}`);

    expect(await signInAs(parts, 'leaver', person)).toMatchObject(refused('removed'));
    expect(await signInAs(parts, 'leaver', { email: `new.name@${domain}` })).toMatchObject(refused('removed'));
    await accounts().delete(users).where(eq(users.id, id));
    expect(await signInAs(parts, 'leaver again', person)).toMatchObject(refused('removed'));
    await admin.post('/api/auth/org/invitations', { email: person.email, role: 'admin' });
    expect(await (await signInAs(parts, 'leaver again', person)).profile()).toMatchObject({ role: 'admin' });
  });

  it('respects a lock, a second factor, the plan, and the suspension of the organization', async () => {
    const [admin, operator] = [await portal.register(), await registerOperator(portal)];
    const domain = await setUp(parts, admin);
    const person = { email: `careful@${domain}` };
    const signedIn = await signInAs(parts, 'careful', person);
    const { id } = await signedIn.profile();
    await enrol(signedIn);

    const half = await signInAs(parts, 'careful', person);
    expect(half).toMatchObject({ led: '/two-factor?next=%2F&sso=done', hasSession: false });
    expect(half.answer.cookies.map(({ name }) => name)).toContain('portal_2fa');
    await operator.post(`/api/operator/users/${id}/lock`, { reason: REASON });
    expect(await signInAs(parts, 'careful', person)).toMatchObject(refused('locked'));
    await operator.put(`/api/operator/clients/${admin.orgId}`, { grants: { members: 2 } });
    expect(await signInAs(parts, 'newcomer', { email: `new@${domain}` })).toMatchObject(refused('full'));
    await accounts().update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, admin.orgId));
    expect(await signInAs(parts, 'newcomer', { email: `new@${domain}` })).toMatchObject(refused('suspended'));
  });
});

describe('the last seat of a plan', () => {
  it('goes once, of ten sign-ins and ten invitations at once', async () => {
    const [admin, operator] = [await portal.register(), await registerOperator(portal)];
    const domain = await setUp(parts, admin);
    await operator.put(`/api/operator/clients/${admin.orgId}`, { grants: { members: 2 } });
    const waiting = [];
    for (let turn = 0; turn < 10; turn++) waiting.push(await answered(parts, domain));

    const [led, invited] = await Promise.all([
      Promise.all(waiting.map(({ arrive }) => arrive())),
      Promise.all(
        waiting.map((_, turn) => admin.post('/api/auth/org/invitations', { email: `${turn}-${domain}@example.com` })),
      ),
    ]);

    const joined = led.filter((to) => to === '/').length;
    const made = invited.filter(({ statusCode }) => statusCode === 201).length;
    expect(joined + made).toBe(1);
    expect(led.filter((to) => to !== '/')).toEqual(Array(10 - joined).fill('/sign-in?sso=full'));
    expect((await admin.get('/api/billing/subscription')).json().subscription.grants.members).toEqual({
      limit: 2,
      used: 2,
    });
  });
});

describe('the way back from the provider', () => {
  const EXPIRED = '/sign-in?sso=expired';
  const FAILED = '/sign-in?sso=provider';

  it('is good once, in the browser that began, as the provider wrote it', async () => {
    const domain = await setUp(parts, await portal.register());
    const [one, other] = [await answered(parts, domain), await answered(parts, domain)];

    expect(await one.arrive(one.back, null)).toBe(EXPIRED);
    expect(await one.arrive(one.back, other.cookie)).toBe(EXPIRED);
    expect(await one.arrive(one.back.replace(/state=./, 'state=~'))).toBe(EXPIRED);
    expect(await one.arrive()).toBe('/');
    expect(await one.arrive()).toBe(EXPIRED);
  });

  it('is refused with the `iss` of another provider or without one, and with the code of another sign-in', async () => {
    const domain = await setUp(parts, await portal.register());
    const [mixed, without] = [await answered(parts, domain), await answered(parts, domain)];
    const [one, other] = [await answered(parts, domain), await answered(parts, domain)];

    expect(await mixed.arrive(mixed.back.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example'))).toBe(FAILED);
    expect(await without.arrive(without.back.replace(/&iss=[^&]*/, ''))).toBe(FAILED);
    expect(await one.arrive(one.back.replace(one.code, other.code))).toBe(FAILED);
  });

  it('is refused with another nonce, and with a code that was not asked for by its own PKCE challenge', async () => {
    const domain = await setUp(parts, await portal.register());
    const nonce = await answered(parts, domain, (address) => address.replace(/nonce=[^&]*/, 'nonce=of-another'));
    const challenge = 'x'.repeat(43);
    const foreign = await answered(parts, domain, (address) =>
      address.replace(/code_challenge=[^&]*/, `code_challenge=${challenge}`),
    );
    const none = await answered(parts, domain, (address) => address.replaceAll(/&code_challenge(_method)?=[^&]*/g, ''));

    expect(nonce.code).not.toBe('');
    expect(await nonce.arrive()).toBe(FAILED);
    expect(await foreign.arrive()).toBe(FAILED);
    expect(await none.arrive()).toMatch(/^\/sign-in\?sso=(provider|refused)$/);
  });

  it.each(['a\u0000b', 'ä', 's'.repeat(256)])(
    'is refused with a subject that no provider may give: %j',
    async (subject) => {
      const domain = await setUp(parts, await portal.register());

      expect(await signInAs(parts, subject, { email: `ada@${domain}` })).toMatchObject({
        led: FAILED,
        hasSession: false,
      });
      expect(await accounts().$count(users, eq(users.email, `ada@${domain}`))).toBe(0);
    },
  );

  it('tells of a provider that refused, is away, or has changed meanwhile, and takes new keys at once', async () => {
    const admin = await portal.register();
    const domain = await setUp(parts, admin);
    const refusal = await answered(parts, domain);
    expect(await refusal.arrive(refusal.back.replace(/code=[^&]*/, 'error=access_denied'))).toBe(
      '/sign-in?sso=refused',
    );
    idp.state.secretIn = 'client_secret_post';
    idp.rotateKeys();
    expect(await (await answered(parts, domain)).arrive()).toBe('/');

    const late = await answered(parts, domain);
    await admin.put('/api/auth/org/sso', { clientSecret: 'another secret' });
    expect(await late.arrive()).toBe(EXPIRED);

    const away = await answered(parts, domain);
    idp.state.away = true;
    expect(await away.arrive()).toBe(FAILED);
    idp.state.away = false;
    await admin.put('/api/auth/org/sso', { issuer: 'http://127.0.0.1:1' });
    expect((await begin(portal.visitor(), `x@${domain}`)).address).toBe(`http://localhost:3000${FAILED}`);
  });
});
