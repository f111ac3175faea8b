import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { answeredChallenges, organizations, passkeys } from '../../db/schema/index.ts';
import { sweepChallenges } from '../../routers/auth/passkeys/challenges.ts';
import { appoint, REASON, registerOperator } from '../helpers/operators.ts';
import { addPasskey, signInWith, signingIn, softwareKey } from '../helpers/passkeys.ts';
import { type Person, verbs } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { enrol, mailsTo } from '../helpers/second-factor.ts';
import { startSupport } from '../helpers/support.ts';
import { OWN } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();
const accounts = () => portal.deps.database.accounts;
const OF_ACCOUNT = '/api/auth/account/passkeys';
const REFUSED = '401 INVALID_CREDENTIALS';

const sessionOf = ({ cookies }: { cookies: { name: string; value: string }[] }) => ({
  cookie: `portal_session=${cookies.find(({ name }) => name === 'portal_session')?.value}`,
});

const trailOf = async (person: Person) =>
  (await person.get(OWN)).json().data.map(({ type }: { type: string }) => type) as string[];

describe('a passkey', () => {
  it('signs its owner in, and is listed, told and removed', async () => {
    const person = await portal.register();
    const key = await addPasskey(portal, person, 'Phone');
    const { data: added } = key.added.json();

    const answer = await signInWith(portal, key);

    expect(answer.json()).toEqual({ ok: true, user: { id: person.userId, email: person.email, orgId: person.orgId } });
    const { data } = (await person.get(OF_ACCOUNT)).json();
    expect(data).toEqual([{ ...added, name: 'Phone', lastUsedAt: expect.any(String) }]);
    expect((await person.del(`${OF_ACCOUNT}/${added.id}`)).json()).toEqual({ ok: true });
    expect(outcome(await signInWith(portal, key))).toBe(REFUSED);
    expect(await trailOf(person)).toEqual(expect.arrayContaining(['passkey_added', 'signed_in', 'passkey_removed']));
    expect(await mailsTo(portal, person.email)).toEqual(expect.arrayContaining(['passkeyAdded', 'passkeyRemoved']));
  });

  it('is asked for with a challenge in an HttpOnly cookie, for the host of the portal', async () => {
    const { asked, options } = await signingIn(portal);

    const { hostname } = new URL(portal.deps.env.PUBLIC_URL);
    expect(options).toMatchObject({ rpId: hostname, userVerification: 'preferred', timeout: 300_000 });
    expect(asked.cookies).toMatchObject([{ name: 'portal_passkey', httpOnly: true, sameSite: 'Lax', maxAge: 300 }]);
    expect(options).not.toHaveProperty('allowCredentials');
  });

  it('that verifies its user is both factors, and one that does not is the first', async () => {
    const person = await portal.register();
    await enrol(person);
    const key = await addPasskey(portal, person);

    expect((await signInWith(portal, key)).json()).toHaveProperty('user');
    expect((await signInWith(portal, key, { verifies: false })).json()).toEqual({
      ok: true,
      requires2FA: true,
      tempToken: expect.any(String),
    });
  });

  it('opens an organization that requires a second factor, in the session that it began alone', async () => {
    const person = await portal.register();
    const key = await addPasskey(portal, person);
    await accounts().update(organizations).set({ requireTwoFactor: true }).where(eq(organizations.id, person.orgId));
    const open = async (headers: Record<string, string>) =>
      outcome(await portal.visitor().get('/api/dashboard/goals', headers));

    expect(await open(sessionOf(await signInWith(portal, key)))).toBe('200');
    expect(await open(sessionOf(await signInWith(portal, key, { verifies: false })))).toBe('403 TWO_FACTOR_REQUIRED');
    expect(await open({ cookie: person.cookie })).toBe('403 TWO_FACTOR_REQUIRED');
  });

  it('opens the routes of operators, and support sessions', async () => {
    const person = await portal.register();
    await appoint(portal, person);
    const key = await addPasskey(portal, person);
    expect(outcome(await person.get('/api/operator/clients'))).toBe('403 TWO_FACTOR_REQUIRED');
    const session = sessionOf(await signInWith(portal, key));
    const { send } = portal.visitor();
    const operator = verbs((method, url, body, headers) => send(method, url, body, { ...session, ...headers }));

    expect((await operator.get('/api/operator/clients')).statusCode).toBe(200);
    const support = await startSupport(operator, await portal.register());
    expect((await support.get('/api/dashboard/goals')).statusCode).toBe(200);
  });

  it('of a locked account signs in no more', async () => {
    const [operator, person] = [await registerOperator(portal), await portal.register()];
    const key = await addPasskey(portal, person);
    await operator.post(`/api/operator/users/${person.userId}/lock`, { reason: REASON });

    expect(outcome(await signInWith(portal, key))).toBe('403 FORBIDDEN');
  });

  it('goes with a reset of the password, and with its account', async () => {
    const [person, leaver] = [await portal.register(), await portal.register()];
    const [key, other] = [await addPasskey(portal, person), await addPasskey(portal, leaver)];
    await portal.visitor().post('/api/auth/forgot-password', { email: person.email });
    const token = (await portal.mailTo(person.email)).at(-1)?.token;
    await portal.visitor().post('/api/auth/reset-password', { token, password: 'another password of mine' });
    await leaver.send('DELETE', '/api/auth/account', { password: leaver.password });

    expect(outcome(await signInWith(portal, key))).toBe(REFUSED);
    expect(outcome(await signInWith(portal, other))).toBe(REFUSED);
    expect(await accounts().$count(passkeys, eq(passkeys.userId, leaver.userId))).toBe(0);
  });
});

describe('whoever signs in', () => {
  it('answers a challenge once, also twenty times at once', async () => {
    const key = await addPasskey(portal, await portal.register());
    const { options, cookie } = await signingIn(portal);
    const response = key.get(options);
    const send = () => portal.visitor().post('/api/auth/passkey/verify', { response }, { cookie });

    const answers = await Promise.all(Array.from({ length: 20 }, send));

    expect(answers.map(outcome).toSorted()).toEqual(['200', ...Array(19).fill(REFUSED)]);
    expect(outcome(await send())).toBe(REFUSED);
  });

  it('answers in the browser that asked, and in time', async () => {
    const key = await addPasskey(portal, await portal.register());
    const [{ options, cookie }, other] = [await signingIn(portal), await signingIn(portal)];
    const bare = await portal.visitor().post('/api/auth/passkey/verify', { response: key.get(options) });
    const late = { cookie: cookie.replace(/\d{13}$/, String(Date.now() - 1)) };
    const longer = { cookie: cookie.replace(/\d{13}$/, String(Date.now() + 600_000)) };
    const send = (headers: { cookie: string }) =>
      portal.visitor().post('/api/auth/passkey/verify', { response: key.get(options) }, headers);

    expect(outcome(await other.verify(key.get(options)))).toBe(REFUSED);
    expect(outcome(bare)).toBe(REFUSED);
    expect(outcome(await send(late))).toBe(REFUSED);
    expect(outcome(await send(longer))).toBe(REFUSED);
    expect(outcome(await send({ cookie }))).toBe('200');
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the origin on another port', { origin: 'http://localhost:1' }],
    ['the account of somebody else', { userHandle: Buffer.alloc(16).toString('base64url') }],
    ['no account', { userHandle: null }],
  ])('is refused with %s', async (_what, oddity) => {
    const person = await portal.register();
    const key = await addPasskey(portal, person);

    expect(outcome(await signInWith(portal, key, oddity))).toBe(REFUSED);
    expect(await trailOf(person)).toContain('sign_in_failed');
  });

  it('is refused with a signature of another key, another challenge or an unknown id', async () => {
    const [person, key] = [await portal.register(), softwareKey(portal)];
    const own = await addPasskey(portal, person);
    const { options, verify } = await signingIn(portal);
    const { response } = key.get(options);
    const mine = own.get(options);

    const foreign = { ...mine, response: { ...response, userHandle: mine.response.userHandle } };
    expect(outcome(await verify(foreign))).toBe(REFUSED);
    expect(outcome(await verify(own.get({ ...options, challenge: 'AAAA' })))).toBe(REFUSED);
    expect(outcome(await verify(own.get({ ...options, rpId: 'evil.example' })))).toBe(REFUSED);
    expect(outcome(await verify(key.get(options)))).toBe(REFUSED);
    expect(outcome(await verify(mine))).toBe('200');
  });

  it('is refused where the count of a copied key does not grow', async () => {
    const person = await portal.register();
    const key = await addPasskey(portal, person);
    const times = async (...counts: number[]) => {
      const outcomes: string[] = [];
      for (const counter of counts) outcomes.push(outcome(await signInWith(portal, key, { counter })));
      return outcomes;
    };

    expect(await times(0, 0, 5, 5, 4, 0, 6)).toEqual(['200', '200', '200', REFUSED, REFUSED, REFUSED, '200']);
  });

  it('is counted as with a password, by the address or a known device', async () => {
    const key = await addPasskey(portal, await portal.register());
    const visitor = portal.visitor();
    const { options, cookie } = await signingIn(portal);
    const send = () =>
      visitor.post('/api/auth/passkey/verify', { response: key.get(options, { origin: 'x' }) }, { cookie });

    const answers = await Promise.all(Array.from({ length: 6 }, send));

    expect(answers.map(outcome).toSorted()).toEqual([...Array(5).fill(REFUSED), '429 RATE_LIMITED']);
  });

  it('leaves an answered challenge until it is over', async () => {
    const key = await addPasskey(portal, await portal.register());
    await signInWith(portal, key);
    const over = sql`${answeredChallenges.expiresAt} < now()`;
    await accounts().update(answeredChallenges).set({ expiresAt: sql`now() - interval '1 second'` });

    expect(await accounts().$count(answeredChallenges, over)).toBeGreaterThan(0);
    await sweepChallenges(accounts());
    expect(await accounts().$count(answeredChallenges, over)).toBe(0);
  });
});
