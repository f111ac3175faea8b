import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { REASON, registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { codeOf, enrol, halfway, mailsTo } from '../helpers/second-factor.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ restricted: true });

let operator: Person;
beforeAll(async () => {
  operator = await registerOperator(portal);
});

const PROFILE = '/api/auth/account/profile';
const act = ({ userId }: { userId: string }, verb: string) =>
  operator.post(`/api/operator/users/${userId}/${verb}`, { reason: REASON });
const signIn = ({ email, password }: Person) => portal.visitor().post('/api/auth/login', { email, password });
const linesAbout = async ({ userId }: { userId: string }) =>
  (await operator.get('/api/operator/activity'))
    .json()
    .data.filter((line: { user?: { id: string } }) => line.user?.id === userId);

describe('GET /api/operator/users', () => {
  it('finds accounts by part of their address or name', async () => {
    const word = randomUUID();
    const byAddress = await portal.register({ email: `anna-${word}@example.com` });
    const byName = await portal.register({ email: `zoe-${randomUUID()}@example.com`, name: `Zoe ${word}` });
    await enrol(byName);

    const { data } = (await operator.get(`/api/operator/users?search=${word.toUpperCase()}`)).json();

    expect(data).toEqual([
      { id: byAddress.userId, email: byAddress.email, name: null, twoFactorEnabled: false, locked: false },
      { id: byName.userId, email: byName.email, name: `Zoe ${word}`, twoFactorEnabled: true, locked: false },
    ]);
  });

  it('finds those who run the portal, by their role', async () => {
    const { email, userId } = operator;
    await portal.register();

    const { data } = (await operator.get(`/api/operator/users?role=operator&search=${email}`)).json();
    const all = (await operator.get('/api/operator/users?role=support')).json();

    expect(data).toMatchObject([{ id: userId }]);
    expect(all.data).not.toContainEqual(expect.objectContaining({ id: userId }));
  });

  it('takes signs of patterns as they are', async () => {
    expect((await operator.get('/api/operator/users?search=%25')).json().data).toEqual([]);
  });
});

describe('lock', () => {
  it('ends the sessions, refuses sign-ins with 403 until unlock, and tells the owner', async () => {
    const person = await portal.register();

    const locked = await act(person, 'lock');
    const again = await act(person, 'lock');
    const session = await person.get(PROFILE);
    const refused = await signIn(person);
    const wrong = await signIn({ ...person, password: 'another password' });
    const unlocked = await act(person, 'unlock');

    expect([locked, again, unlocked].map((answer) => answer.json().data?.locked)).toEqual([true, true, false]);
    expect([session, refused, wrong].map(outcome)).toEqual([
      '401 UNAUTHENTICATED',
      '403 FORBIDDEN',
      '401 INVALID_CREDENTIALS',
    ]);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect(outcome(await signIn(person))).toBe('200');
    expect((await mailsTo(portal, person.email)).slice(1)).toEqual(['accountLocked', 'accountUnlocked']);
    expect((await linesAbout(person)).map(({ type, reason }: Record<string, string>) => [type, reason])).toEqual([
      ['user_unlocked', REASON],
      ['user_locked', REASON],
    ]);
  });

  it('withdraws a change of address that is not confirmed yet', async () => {
    const person = await portal.register();
    const email = `new-${randomUUID()}@example.com`;
    await person.post('/api/auth/account/change-email', { email, password: person.password });
    const { token } = (await portal.mailTo(email)).at(-1) ?? {};

    await act(person, 'lock');
    const locked = await portal.visitor().post('/api/auth/verify-email', { token });
    await act(person, 'unlock');
    const unlocked = await portal.visitor().post('/api/auth/verify-email', { token });

    expect(token).toBeDefined();
    expect([locked, unlocked].map(outcome)).toEqual(Array(2).fill('400 INVALID_TOKEN'));
    expect(outcome(await signIn(person))).toBe('200');
  });

  it('is refused for the operator’s own account', async () => {
    expect(outcome(await act(operator, 'lock'))).toBe('403 FORBIDDEN');
    expect(outcome(await operator.get(PROFILE))).toBe('200');
  });

  it('holds for a sign-in that waits for its code', async () => {
    const person = await portal.register();
    const authenticator = await enrol(person);
    const { verify } = await halfway(portal, person);

    await act(person, 'lock');
    const answers = [await verify(codeOf(authenticator)), await signIn(person)];

    expect(answers.map(outcome)).toEqual(['401 INVALID_TEMP_TOKEN', '403 FORBIDDEN']);
  });
});

describe('reset-second-factor', () => {
  it('lets somebody who lost the authenticator sign in with the password', async () => {
    const person = await portal.register();
    await enrol(person);
    const asked = (await signIn(person)).json();

    const answer = await act(person, 'reset-second-factor');
    const signedIn = (await signIn(person)).json();

    expect([asked.requires2FA, signedIn.requires2FA]).toEqual([true, undefined]);
    expect(answer.json().data).toMatchObject({ id: person.userId, twoFactorEnabled: false });
    expect(await mailsTo(portal, person.email)).toContain('secondFactorReset');
    const { data } = (await person.get('/api/auth/account/activity')).json();
    expect(data.map(({ type }: { type: string }) => type)).toContain('second_factor_reset');
  });
});

describe('end-sessions', () => {
  it('signs the account out everywhere, and is neither told nor noted where there is nothing to end', async () => {
    const person = await portal.register();

    await act(person, 'end-sessions');
    const again = await act(person, 'end-sessions');

    expect(outcome(await person.get(PROFILE))).toBe('401 UNAUTHENTICATED');
    expect(again.statusCode).toBe(200);
    expect((await mailsTo(portal, person.email)).slice(1)).toEqual(['sessionsEnded']);
    expect(await linesAbout(person)).toHaveLength(1);
    expect(outcome(await signIn(person))).toBe('200');
  });
});

it.each(['lock', 'unlock', 'reset-second-factor', 'end-sessions'])('%s asks for a reason', async (verb) => {
  const { userId } = await portal.register();

  expect(outcome(await operator.post(`/api/operator/users/${userId}/${verb}`, {}))).toBe('400 VALIDATION_ERROR');
});
