import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { memberships, sessions } from '../../db/schema/index.ts';
import { fingerprint } from '../../server/identity/tokens.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const DAY = 24 * 60 * 60;
const PROFILE = '/api/auth/account/profile';
const token = ({ cookie }: Person) => /portal_session=([^;]+)/.exec(cookie)?.[1] ?? '';
const row = (person: Person) => eq(sessions.id, fingerprint(token(person)));

const signInAgain = (person: Person, agent = 'Another browser') =>
  portal.visitor().post('/api/auth/login', { email: person.email, password: person.password }, { 'user-agent': agent });

describe('POST /api/auth/login', () => {
  it('returns the user and the organization and starts a new session each time', async () => {
    const person = await portal.register();

    const answers = [await signInAgain(person), await signInAgain(person)];

    expect(answers.map((answer) => answer.json())).toEqual(
      Array(2).fill({ ok: true, user: { id: person.userId, email: person.email, orgId: person.orgId } }),
    );
    expect(new Set([token(person), ...answers.map((answer) => answer.cookies[0]?.value)]).size).toBe(3);
  });

  it('returns the same bytes for a wrong password and an unknown address', async () => {
    const person = await portal.register();

    const wrong = await portal.visitor().post('/api/auth/login', { email: person.email, password: 'not the password' });
    const unknown = await portal
      .visitor()
      .post('/api/auth/login', { email: `${randomUUID()}@example.com`, password: 'not the password' });

    expect(wrong.statusCode).toBe(401);
    expect(wrong.json().code).toBe('INVALID_CREDENTIALS');
    expect(unknown.body).toBe(wrong.body);
    expect(unknown.cookies).toEqual([]);
  });

  it('stores nothing that works as a session cookie', async () => {
    const person = await portal.register();

    const [stored] = await portal.deps.database.accounts.select().from(sessions).where(row(person));

    expect(JSON.stringify(stored)).not.toContain(token(person));
    const withStored = await portal.inject({ url: PROFILE, cookies: { portal_session: stored?.id ?? '' } });
    expect(withStored.statusCode).toBe(401);
  });
});

describe('A session', () => {
  it('is listed, newest first, and revoked alone or with all others', async () => {
    const person = await portal.register();
    for (const agent of ['Second', 'Third']) await signInAgain(person, agent);

    const list = (await person.get('/api/auth/account/sessions')).json();
    const ended = await person.del(`/api/auth/account/sessions/${list[0].id}`);
    const fewer = (await person.get('/api/auth/account/sessions')).json();
    await person.post('/api/auth/account/sessions/revoke-others');
    const last = (await person.get('/api/auth/account/sessions')).json();

    expect(list.map((one: { userAgent: string }) => one.userAgent).slice(0, 2)).toEqual(['Third', 'Second']);
    expect(list.map((one: { current: boolean }) => one.current)).toEqual([false, false, true]);
    expect([ended.statusCode, fewer.length, last.length]).toEqual([200, 2, 1]);
    expect(last[0]).toMatchObject({ current: true, ipAddress: person.address });
  });

  it('ends at once everywhere on sign-out', async () => {
    const person = await portal.register();

    const response = await person.post('/api/auth/logout');

    expect(response.json()).toEqual({ ok: true });
    expect((await person.get(PROFILE)).statusCode).toBe(401);
    expect(await portal.deps.database.accounts.select().from(sessions).where(row(person))).toEqual([]);
  });

  it('ends with its membership', async () => {
    const person = await portal.register();

    await portal.deps.database.accounts.delete(memberships).where(eq(memberships.userId, person.userId));

    expect((await person.get(PROFILE)).statusCode).toBe(401);
  });

  it.each([
    ['is extended when less than half of it is left', '3 days', '1 day', 7],
    ['is not extended when more than half of it is left', '4 days', '1 day', 4],
    ['never lasts longer than thirty days', '1 day', '28 days', 2],
  ])('%s', async (_claim, left, age, expected) => {
    const person = await portal.register();
    const { accounts: db } = portal.deps.database;
    await db
      .update(sessions)
      .set({ expiresAt: sql`now() + ${left}::interval`, createdAt: sql`now() - ${age}::interval` })
      .where(row(person));

    const { cookies } = await person.get(PROFILE);

    const [{ days } = {}] = await db
      .select({ days: sql<number>`round(extract(epoch from ${sessions.expiresAt} - now()) / 86400)::int` })
      .from(sessions)
      .where(row(person));
    const cookieDays = cookies.map(({ maxAge = 0 }) => Math.round(maxAge / DAY));
    expect(days).toBe(expected);
    expect(cookieDays).toEqual(left === `${expected} days` ? [] : [expected, expected]);
  });

  it('that has reached its end is extended no more, nor are its cookies', async () => {
    const person = await portal.register();
    const { accounts: db } = portal.deps.database;
    const createdAt = sql`now() - interval '28 days'`;
    await db.update(sessions).set({ expiresAt: sql`now() + interval '1 day'`, createdAt }).where(row(person));
    await person.get(PROFILE);

    const { cookies } = await person.get(PROFILE);

    expect(cookies).toEqual([]);
  });

  it('is refused once it has expired', async () => {
    const person = await portal.register();
    await portal.deps.database.accounts
      .update(sessions)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(row(person));

    const response = await person.get(PROFILE);

    expect(outcome(response)).toBe('401 UNAUTHENTICATED');
  });
});
