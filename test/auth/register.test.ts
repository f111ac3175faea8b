import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { memberships, organizations, users } from '../../db/schema/index.ts';
import { portalForThisFile } from '../helpers/portal.ts';

// Looks at all accounts: those of other files may have left their organizations.
const portal = portalForThisFile({ own: true });

const someone = (facts: object = {}) => ({
  email: `${randomUUID()}@example.com`,
  password: 'quite long enough',
  ...facts,
});

describe('POST /api/auth/register', () => {
  it('creates a user and an organization with the user as administrator, and signs in', async () => {
    const account = someone({ name: 'Ada Lovelace', orgName: 'Analytical Engines' });

    const response = await portal.visitor().post('/api/auth/register', account);

    const { user } = response.json();
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({ ok: true, user: { id: user.id, email: account.email, emailVerified: false } });
    const profile = await portal.inject({
      url: '/api/auth/account/profile',
      cookies: { portal_token: response.cookies[0]?.value ?? '' },
    });
    expect(profile.json().data).toMatchObject({
      id: user.id,
      name: 'Ada Lovelace',
      orgName: 'Analytical Engines',
      role: 'admin',
      twoFactorEnabled: false,
    });
  });

  it('accepts one of twenty concurrent registrations of an address and keeps nothing of the others', async () => {
    const account = { ...someone(), orgName: randomUUID() };

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => portal.visitor().post('/api/auth/register', account)),
    );

    const { accounts: db } = portal.deps.database;
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect(
      answers.filter((answer) => answer.statusCode === 409).every((answer) => answer.json().code === 'EMAIL_EXISTS'),
    ).toBe(true);
    expect(await db.select().from(organizations).where(eq(organizations.name, account.orgName))).toHaveLength(1);
  });

  it.each(['ADA@EXAMPLE.com', '  ada@example.com ', 'Ada@Example.Com'])(
    'returns 409 for the registered address spelled %j',
    async (spelling) => {
      const own = randomUUID();
      const email = (text: string) => text.replace(/ada/i, (name) => name + own);
      await portal.visitor().post('/api/auth/register', someone({ email: email('ada@example.com') }));

      const again = await portal.visitor().post('/api/auth/register', someone({ email: email(spelling) }));

      expect(again.statusCode).toBe(409);
    },
  );

  it.each([
    ['no address', { email: 'nobody' }, 'email'],
    ['an address of 255 characters', { email: `${'a'.repeat(243)}@example.com` }, 'email'],
    ['a password of seven characters', { password: '1234567' }, 'password'],
    ['a common password', { password: 'Password1' }, 'password'],
    ['a common password in full-width letters', { password: 'ｐａｓｓｗｏｒｄ１' }, 'password'],
    ['a password of 129 characters', { password: 'x'.repeat(129) }, 'password'],
    ['an empty name', { name: '   ' }, 'name'],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'name'],
    ['a number for a name', { name: 5 }, 'name'],
  ])('refuses %s and names the field', async (_what, wrong, field) => {
    const response = await portal.visitor().post('/api/auth/register', someone(wrong));

    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ ok: false, code: 'VALIDATION_ERROR', issues: [{ path: field }] });
  });

  it('measures a password in code points after NFKC and accepts it in every normalization form', async () => {
    const account = someone({ password: '𝓅𝒶𝓈𝓈é-ﬁ' });
    const registered = await portal
      .visitor()
      .post('/api/auth/register', { ...account, password: account.password.normalize('NFC') });

    const signedIn = await portal
      .visitor()
      .post('/api/auth/login', { ...account, password: account.password.normalize('NFKD') });

    expect([registered.statusCode, signedIn.statusCode]).toEqual([201, 200]);
  });

  it('creates no account without an organization, and no organization without an administrator', async () => {
    await portal.visitor().post('/api/auth/register', someone());

    const { accounts: db } = portal.deps.database;
    const [accounts, places] = await Promise.all([
      db.select({ id: users.id }).from(users),
      db.select().from(memberships),
    ]);

    expect(new Set(places.map(({ userId }) => userId))).toEqual(new Set(accounts.map(({ id }) => id)));
  });
});
