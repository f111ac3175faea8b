import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { securityEvents, sessions, users } from '../../db/schema/index.ts';
import { actOnUser } from '../../routers/operator/user-actions.ts';
import { onServer } from '../helpers/database.ts';
import { untilOneWaits } from '../helpers/lock-waits.ts';
import { REASON } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const NEW = 'a password that is new';
const PROFILE = '/api/auth/account/profile';

const change = (person: Person, facts: object = {}) =>
  person.post('/api/auth/account/change-password', { currentPassword: person.password, newPassword: NEW, ...facts });
const login = (email: string, password: string) => portal.visitor().post('/api/auth/login', { email, password });
const asCookie = (value = '') => ({ cookie: `portal_session=${value}` });

describe('POST /api/auth/account/change-password', () => {
  it('changes the password and notifies the user by email', async () => {
    const person = await portal.register();

    const response = await change(person);

    expect(response.json()).toEqual({ ok: true });
    expect(outcome(await login(person.email, person.password))).toBe('401 INVALID_CREDENTIALS');
    expect(outcome(await login(person.email, NEW))).toBe('200');
    expect((await portal.mailTo(person.email)).at(-1)?.subject).toBe('Your password was changed');
  });

  it('ends all sessions and sets a new one in both cookies', async () => {
    const person = await portal.register();
    const elsewhere = asCookie((await login(person.email, person.password)).cookies[0]?.value);

    const { cookies } = await change(person);

    const [own, twin] = cookies;
    expect(cookies.map(({ name }) => name).sort()).toEqual(['portal_device', 'portal_session', 'portal_token']);
    expect(own?.value).toBe(twin?.value);
    expect(own?.value).toMatch(/^[\w-]{43}$/);
    expect(person.cookie).not.toContain(own?.value);
    expect(outcome(await person.get(PROFILE))).toBe('401 UNAUTHENTICATED');
    expect(outcome(await portal.visitor().get(PROFILE, elsewhere))).toBe('401 UNAUTHENTICATED');
    const profile = await portal.visitor().get(PROFILE, asCookie(own?.value));
    expect(profile.json().data).toMatchObject({ id: person.userId, orgId: person.orgId });
  });

  it('voids an open reset link', async () => {
    const person = await portal.register();
    await portal.visitor().post('/api/auth/forgot-password', { email: person.email });
    const token = (await portal.mailTo(person.email)).at(-1)?.token;

    await change(person);

    const late = await portal.visitor().post('/api/auth/reset-password', { token, password: 'one more password' });
    expect(outcome(late)).toBe('400 INVALID_TOKEN');
    expect(outcome(await login(person.email, NEW))).toBe('200');
  });

  it('refuses a wrong current password and changes nothing', async () => {
    const person = await portal.register();

    const response = await change(person, { currentPassword: 'not the password' });

    expect(outcome(response)).toBe('400 INVALID_PASSWORD');
    expect(response.cookies).toEqual([]);
    expect(outcome(await person.get(PROFILE))).toBe('200');
    expect(outcome(await login(person.email, person.password))).toBe('200');
  });

  it.each([
    ['a short new password', { newPassword: '1234567' }, 'newPassword'],
    ['a common new password', { newPassword: 'Password1' }, 'newPassword'],
    ['a new password of 129 characters', { newPassword: 'x'.repeat(129) }, 'newPassword'],
    ['a number for the current password', { currentPassword: 5 }, 'currentPassword'],
    ['no current password', { currentPassword: undefined }, 'currentPassword'],
  ])('refuses %s and names the field', async (_what, wrong, field) => {
    const person = await portal.register();

    const response = await change(person, wrong);

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    expect(response.json().issues[0].path).toBe(field);
  });

  it('counts a wrong password against the sign-in limit of the IP address', async () => {
    const person = await portal.register();
    const from = { 'x-forwarded-for': person.address };
    const wrong = { currentPassword: 'not the password' };

    const attempts = [];
    for (let attempt = 0; attempt < 5; attempt++) attempts.push(await change(person, wrong));
    const sixth = [
      await change(person),
      await portal.visitor().post('/api/auth/login', { email: person.email, password: person.password }, from),
    ];

    expect(attempts.map(outcome)).toEqual(Array(5).fill('400 INVALID_PASSWORD'));
    expect(sixth.map(outcome)).toEqual(['429 RATE_LIMITED', '429 RATE_LIMITED']);
    expect(sixth[0]?.json().retry_after).toBe(Number(sixth[0]?.headers['retry-after']));
  });

  it('counts a wrong password against the lock of the account for the device', async () => {
    const person = await portal.register();
    const from = () => ({ 'x-forwarded-for': portal.visitor().address });
    const wrong = { currentPassword: 'not the password', newPassword: NEW };

    const attempts = [];
    for (let attempt = 0; attempt < 10; attempt++)
      attempts.push(await person.post('/api/auth/account/change-password', wrong, from()));
    const { email, password, cookie } = person;
    const eleventh = [
      await person.post('/api/auth/account/change-password', { ...wrong, currentPassword: password }, from()),
      await portal.visitor().post('/api/auth/login', { email, password }, { cookie }),
    ];

    expect(attempts.map(outcome)).toEqual(Array(10).fill('400 INVALID_PASSWORD'));
    expect(eleventh.map(outcome)).toEqual(['429 RATE_LIMITED', '429 RATE_LIMITED']);
  });

  it('accepts one of five concurrent changes', async () => {
    const person = await portal.register();
    const passwords = Array.from({ length: 5 }, () => `a password ${randomUUID()}`);

    const answers = await Promise.all(passwords.map((newPassword) => change(person, { newPassword })));

    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect(outcome(await login(person.email, passwords[winner] ?? ''))).toBe('200');
  });

  it.skipIf(!onServer())('gives no session to an account that is locked meanwhile', async () => {
    const person = await portal.register();
    const { accounts } = portal.deps.database;

    const request = await accounts.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, person.userId)).for('no key update');
      const waiting = change(person);
      await untilOneWaits(portal);
      const lock = { verb: 'lock', userId: person.userId, reason: REASON } as const;
      await actOnUser(tx, undefined, portal.deps.mail, lock);
      return { waiting };
    });

    expect(outcome(await request.waiting)).toBe('401 UNAUTHENTICATED');
    expect(await accounts.$count(sessions, eq(sessions.userId, person.userId))).toBe(0);
  });

  it('records changes and failures in the security trail without passwords', async () => {
    const person = await portal.register();
    await change(person, { currentPassword: 'not the password' });
    await change(person);

    const events = await portal.deps.database.accounts
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.userId, person.userId));

    const { orgId, address: ipAddress } = person;
    expect(events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'password_change_failed', orgId, ipAddress }),
        expect.objectContaining({ type: 'password_changed', orgId, ipAddress }),
      ]),
    );
    expect(JSON.stringify(events)).not.toContain(NEW);
  });

  it('returns 401 without a session', async () => {
    const answer = await portal.visitor().post('/api/auth/account/change-password', {});

    expect(outcome(answer)).toBe('401 UNAUTHENTICATED');
  });
});
