import { describe, expect, it } from 'vitest';
import { type Portal, portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const WEEK = 7 * 24 * 60 * 60;
const tokenOf = ({ cookie }: { cookie: string }) => /portal_session=([\w-]+)/.exec(cookie)?.[1];
const asSent = ({ headers }: { headers: { 'set-cookie'?: string | string[] | undefined } }) =>
  [headers['set-cookie'] ?? []].flat();

const SIGN_IN = [
  ['/api/auth/register', 201],
  ['/api/auth/login', 200],
  ['/trpc/auth.register', 200],
  ['/trpc/auth.login', 200],
] as const;

describe.each(SIGN_IN)('%s', (url, status) => {
  const signIn = async (to: Portal) => {
    const known = await to.register();
    const account = url.endsWith('login')
      ? { email: known.email, password: known.password }
      : { email: `new-${known.email}`, password: known.password };
    return to.visitor().post(url, account);
  };

  it('sets both cookies to one new value for a week', async () => {
    const response = await signIn(portal);

    expect(response.statusCode).toBe(status);
    const [device, ...session] = response.cookies.toSorted((one, other) => one.name.localeCompare(other.name));
    expect(device?.name).toBe('portal_device');
    expect(session.map(({ name }) => name)).toEqual(['portal_session', 'portal_token']);
    for (const { name: _, value, ...attributes } of session) {
      expect(value).toMatch(/^[\w-]{43}$/);
      expect(value).toBe(response.cookies[0]?.value);
      expect(attributes).toEqual({ maxAge: WEEK, path: '/', httpOnly: true, sameSite: 'Lax' });
    }
    expect(response.body).not.toContain(response.cookies[0]?.value);
  });

  it('marks the cookies Secure over HTTPS', async () => {
    const secure = await portalForThisTest({ beside: portal, env: { PUBLIC_URL: 'https://portal.example' } });

    const response = await signIn(secure);

    expect(response.cookies.map((cookie) => cookie.secure)).toEqual([true, true, true]);
  });
});

describe('a session', () => {
  it.each(['portal_session', 'portal_token'])('is recognized by %s alone', async (name) => {
    const person = await portal.register();

    const response = await portal.visitor().get('/api/auth/account/profile', { cookie: `${name}=${tokenOf(person)}` });

    expect(response.json().data.id).toBe(person.userId);
  });

  it('follows portal_session when the cookies differ, in any order', async () => {
    const [one, other] = [await portal.register(), await portal.register()];
    const cookies = [`portal_session=${tokenOf(one)}`, `portal_token=${tokenOf(other)}`];

    const answers = await Promise.all(
      [cookies, cookies.toReversed()].map((sent) =>
        portal.visitor().get('/api/auth/account/profile', { cookie: sent.join('; ') }),
      ),
    );

    expect(answers.map((response) => response.json().data.id)).toEqual([one.userId, one.userId]);
  });

  it('does not fall back to portal_token when portal_session is invalid', async () => {
    const person = await portal.register();
    const good = `portal_token=${tokenOf(person)}`;

    const answers = await Promise.all(
      ['x', '', 'a'.repeat(43), '%00', 'x'.repeat(4000)].map((bad) =>
        portal.visitor().get('/api/auth/account/profile', { cookie: `portal_session=${bad}; ${good}` }),
      ),
    );

    expect(answers.map(outcome)).toEqual(Array(5).fill('401 UNAUTHENTICATED'));
  });

  it('is not known by its id, nor by the token as a bearer', async () => {
    const person = await portal.register();
    const [{ id }] = (await person.get('/api/auth/account/sessions')).json();

    const answers = await Promise.all([
      portal.visitor().get('/api/auth/account/profile', { cookie: `portal_session=${id}` }),
      portal.visitor().get('/api/auth/account/profile', { authorization: `Bearer ${tokenOf(person)}` }),
    ]);

    expect(answers.map(outcome)).toEqual(Array(2).fill('401 UNAUTHENTICATED'));
  });
});

describe.each(['/api/auth/logout', '/trpc/auth.logout'])('%s', (url) => {
  const cleared = ['portal_session', 'portal_token'].map((name) =>
    expect.stringMatching(new RegExp(`^${name}=; (?=.*Path=/)(?=.*Expires=Thu, 01 Jan 1970)(?=.*HttpOnly)`)),
  );

  it('ends the session in the database and clears both cookies', async () => {
    const person = await portal.register();

    const response = await person.post(url);

    expect(outcome(response)).toBe('200');
    expect(asSent(response).sort()).toEqual(cleared);
    expect(outcome(await person.get('/api/auth/account/profile'))).toBe('401 UNAUTHENTICATED');
  });

  it.each([
    ['no cookie', {}],
    ['a cookie that is none', { cookie: 'portal_session=nonsense' }],
    ['a session that is no more', { cookie: `portal_token=${'a'.repeat(43)}` }],
  ])('clears both cookies and returns 401 with %s', async (_what, headers) => {
    const response = await portal.visitor().post(url, undefined, headers);

    expect(outcome(response)).toBe('401 UNAUTHENTICATED');
    expect(asSent(response).sort()).toEqual(cleared);
  });
});

describe('a response to an expired session', () => {
  it('leaves the cookies unchanged, as the browser may have newer ones', async () => {
    const person = await portal.register();
    await person.post('/api/auth/logout');

    const answers = [
      await person.get('/api/auth/account/profile'),
      await person.get('/trpc/visibility.scores'),
      await person.post('/api/insights/query', {}),
    ];

    expect(answers.map(outcome)).toEqual(Array(3).fill('401 UNAUTHENTICATED'));
    expect(answers.flatMap(asSent)).toEqual([]);
  });
});
