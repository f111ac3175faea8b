import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { codeOf, enrol, halfway } from '../helpers/second-factor.ts';
import { events } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const PROFILE = '/api/auth/account/profile';
const PASSWORD = 'quite long enough';

const tokenOf = ({ cookie }: Pick<Person, 'cookie'>) => /portal_session=([^;]+)/.exec(cookie)?.[1] ?? '';
const visit = (cookie: string) => portal.visitor().get(PROFILE, { cookie });
const isOver = async (person: Person) => outcome(await visit(person.cookie)) === '401 UNAUTHENTICATED';

type Cookies = { cookie: string };

/** Every sign-in of the person, or of somebody else, in a browser that presents these cookies. */
const SIGN_INS: Record<
  string,
  (person: Person, headers: Cookies) => Promise<{ statusCode: number; cookies: object[] }>
> = {
  login: ({ email, password }, headers) => portal.visitor().post('/api/auth/login', { email, password }, headers),
  'login by tRPC': ({ email, password }, headers) =>
    portal.visitor().post('/trpc/auth.login', { email, password }, headers),
  'login of another account': async (_person, headers) => {
    const { email, password } = await portal.register();
    return portal.visitor().post('/api/auth/login', { email, password }, headers);
  },
  register: (_person, headers) =>
    portal.visitor().post('/api/auth/register', { email: `${randomUUID()}@example.com`, password: PASSWORD }, headers),
  '2fa/verify-login': async (person, headers) => {
    const authenticator = await enrol(person);
    const { post, tempToken } = await halfway(portal, person);
    return post('/api/auth/2fa/verify-login', { code: codeOf(authenticator), tempToken }, headers);
  },
  '2fa/verify-backup-code': async (person, headers) => {
    const { backupCodes } = await enrol(person);
    const { post, tempToken } = await halfway(portal, person);
    return post('/api/auth/2fa/verify-backup-code', { code: backupCodes[0], tempToken }, headers);
  },
  'account/change-password': ({ password: currentPassword }, headers) =>
    portal.visitor().post('/api/auth/account/change-password', { currentPassword, newPassword: PASSWORD }, headers),
};

describe.each(Object.entries(SIGN_INS))('A sign-in by %s', (_name, signIn) => {
  it('ends the session that the browser presented', async () => {
    const person = await portal.register();

    const response = await signIn(person, { cookie: person.cookie });

    expect(response.statusCode).toBeLessThan(300);
    expect(response.cookies).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'portal_session' })]));
    expect(await isOver(person)).toBe(true);
  });
});

describe('A sign-in', () => {
  it('by accept-invitation ends the session that the browser presented behind an API key', async () => {
    const [person, admin] = [await portal.register(), await portal.register()];
    const [{ key }, { token }] = [await admin.pipeline(['read']), await invite(admin)];
    const headers = { cookie: person.cookie, authorization: `Bearer ${key}` };

    const response = await portal.visitor().post('/api/auth/accept-invitation', { token, password: PASSWORD }, headers);

    expect(outcome(response)).toBe('200');
    expect(await isOver(person)).toBe(true);
  });

  it.each(['portal_session', 'portal_token'])('ends the session presented as %s alone', async (name) => {
    const person = await portal.register();

    await portal.visitor().post('/api/auth/login', person, { cookie: `${name}=${tokenOf(person)}` });

    expect(await isOver(person)).toBe(true);
  });

  it('ends both sessions if the two cookies differ: the browser loses both', async () => {
    const [one, other] = [await portal.register(), await portal.register()];
    const cookie = `portal_session=${tokenOf(one)}; portal_token=${tokenOf(other)}`;

    await portal.visitor().post('/api/auth/login', one, { cookie });

    expect([await isOver(one), await isOver(other)]).toEqual([true, true]);
  });

  it('ends no other session of the account', async () => {
    const person = await portal.register();
    const phone = await portal.visitor().post('/api/auth/login', person);

    await portal.visitor().post('/api/auth/login', person, { cookie: person.cookie });

    expect(outcome(await visit(`portal_session=${phone.cookies[0]?.value}`))).toBe('200');
  });

  it('leaves the new session alone in the list, and a line in the trail of the account', async () => {
    const person = await portal.register();

    const response = await portal.visitor().post('/api/auth/login', person, { cookie: person.cookie });

    const cookie = `portal_session=${response.cookies[0]?.value}`;
    const get = (url: string) => portal.visitor().get(url, { cookie });
    const list = (await get('/api/auth/account/sessions')).json();
    const types = (await events({ get } as Person)).map(({ type }) => type).slice(0, 2);
    expect(list).toMatchObject([{ current: true }]);
    expect(types.sort()).toEqual(['signed_in', 'signed_out']);
  });

  it.each([
    ['wrong', { password: 'wrong' }],
    ['halfway', {}],
  ])('that is %s ends nothing', async (how, facts) => {
    const person = await portal.register();
    if (how === 'halfway') await enrol(person);

    const { email, password } = { ...person, ...facts };
    await portal.visitor().post('/api/auth/login', { email, password }, { cookie: person.cookie });

    expect(await isOver(person)).toBe(false);
  });
});

describe.each(['/api/auth/logout', '/trpc/auth.logout'])('A sign-out by %s', (url) => {
  it.each([
    ['of different names', 'portal_session', 'portal_token'],
    ['of one name', 'portal_session', 'portal_session'],
    ['of the second name', 'portal_token', 'portal_token'],
  ])('ends both sessions if two cookies %s differ: the browser loses both', async (_which, first, second) => {
    const [one, other] = [await portal.register(), await portal.register()];
    const cookie = `${first}=${tokenOf(one)}; ${second}=${tokenOf(other)}`;

    const response = await portal.visitor().post(url, undefined, { cookie });

    expect(outcome(response)).toBe('200');
    expect([await isOver(one), await isOver(other)]).toEqual([true, true]);
  });

  it('ends the session of the second cookie with the 401 for that of the first, which has ended', async () => {
    const person = await portal.register();
    const cookie = `portal_session=${'a'.repeat(43)}; portal_token=${tokenOf(person)}`;

    const response = await portal.visitor().post(url, undefined, { cookie });

    expect(outcome(response)).toBe('401 UNAUTHENTICATED');
    expect(await isOver(person)).toBe(true);
  });
});
