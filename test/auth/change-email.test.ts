import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { emailChanges, users } from '../../db/schema/index.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { enrol } from '../helpers/second-factor.ts';
import { events, OWN } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const CHANGE = '/api/auth/account/change-email';
const VERIFY = '/api/auth/verify-email';
const newAddress = () => `new-${randomUUID()}@example.com`;

/** A person with a verified address. */
async function verified() {
  const person = await portal.register();
  const [mail] = await portal.mailTo(person.email);
  await person.post(VERIFY, { token: mail?.token });
  return person;
}

const ask = ({ post, password }: Person, email: string) => post(CHANGE, { email, password });
const newest = async (address: string) => (await portal.mailTo(address)).at(-1);
const signIn = (email: string, password: string) => portal.visitor().post('/api/auth/login', { email, password });
const profile = async (person: Pick<Person, 'get'>) => (await person.get('/api/auth/account/profile')).json().data;

/** Asks for a change and confirms it with the session. Returns the new address. */
async function change(person: Person) {
  const email = newAddress();
  await ask(person, email);
  await person.post(VERIFY, { token: (await newest(email))?.token });
  return email;
}

describe('A change of address', () => {
  it('takes effect when the new mailbox confirms it, and keeps sessions and second factor', async () => {
    const person = await verified();
    await enrol(person);
    const email = newAddress();

    const asked = await ask(person, email);
    const before = await profile(person);
    const link = await newest(email);
    const confirmed = await person.post(VERIFY, { token: link?.token });

    expect(asked.json()).toEqual({ ok: true });
    expect(before.email).toBe(person.email);
    expect(link?.link).toMatch(/\/verify-email\?token=[\w-]{43}&change=confirm$/);
    expect(confirmed.json()).toEqual({ ok: true, user: { id: person.userId, email, emailVerified: true } });
    expect(await profile(person)).toMatchObject({ email, emailVerified: true, twoFactorEnabled: true });
    expect(outcome(await signIn(person.email, person.password))).toBe('401 INVALID_CREDENTIALS');
    expect(outcome(await signIn(email, person.password))).toBe('200');
    expect((await events(person, OWN)).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['email_change_requested', 'email_changed']),
    );
    expect(outcome(await person.post(VERIFY, { token: link?.token }))).toBe('400 INVALID_TOKEN');
  });

  it('can be undone by the old mailbox, from either of its mails, which ends other sessions and offers a new password', async () => {
    const person = await verified();
    await change(person);
    const [, asked, done] = await portal.mailTo(person.email);
    const visitor = portal.visitor();

    const undone = await visitor.post(VERIFY, { token: asked?.token });

    expect(undone.json()).toEqual({ ok: true, user: { id: person.userId, email: person.email, emailVerified: true } });
    expect(outcome(await person.get('/api/auth/account/profile'))).toBe('401 UNAUTHENTICATED');
    expect(outcome(await visitor.post(VERIFY, { token: done?.token }))).toBe('400 INVALID_TOKEN');
    const offer = await newest(person.email);
    expect(offer?.link).toContain('/reset-password?token=');
    const reset = await visitor.post('/api/auth/reset-password', { token: offer?.token, password: 'a fresh password' });
    expect(outcome(reset)).toBe('200');
    expect(outcome(await signIn(person.email, 'a fresh password'))).toBe('200');
  });

  it('is withdrawn by the link to the old mailbox before it is confirmed', async () => {
    const person = await verified();
    const email = newAddress();
    await ask(person, email);

    const withdrawn = await portal.visitor().post(VERIFY, { token: (await newest(person.email))?.token });

    expect(withdrawn.json().user.email).toBe(person.email);
    expect(outcome(await portal.visitor().post(VERIFY, { token: (await newest(email))?.token }))).toBe(
      '400 INVALID_TOKEN',
    );
  });

  it('is undone by the first address after a second change by whoever took the account over', async () => {
    const person = await verified();
    await change(person);
    const undo = (await newest(person.email))?.token;
    await change(person);

    const undone = await portal.visitor().post(VERIFY, { token: undo });

    expect(undone.json().user.email).toBe(person.email);
    expect(await portal.deps.database.accounts.$count(emailChanges, eq(emailChanges.userId, person.userId))).toBe(0);
  });

  it('leaves the old address to nobody else while it can be undone', async () => {
    const [person, other] = [await verified(), await verified()];
    await change(person);
    const account = { email: person.email, password: 'correct horse battery' };

    const registered = await portal.visitor().post('/api/auth/register', account);
    const moved = await ask(other, person.email);

    expect([outcome(registered), outcome(moved)]).toEqual(['409 EMAIL_EXISTS', '200']);
    expect((await newest(person.email))?.link).not.toContain('change=confirm');
    await portal.deps.database.accounts.update(emailChanges).set({ undoUntil: sql`now()` });
    expect(outcome(await portal.visitor().post('/api/auth/register', account))).toBe('201');
  });

  it('to a taken address is answered alike, and its owner is told', async () => {
    const [person, owner] = [await verified(), await verified()];

    const [taken, free] = [await ask(person, owner.email), await ask(person, newAddress())];

    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body]);
    const mail = await newest(owner.email);
    expect([mail?.subject, mail?.token]).toEqual(['You already have an account', '']);
    expect((await portal.mailTo(person.email)).map(({ subject }) => subject).slice(1)).toEqual(
      Array(2).fill('A change of your email address was requested'),
    );
  });

  it('is not confirmed once somebody else has the address', async () => {
    const person = await verified();
    const email = newAddress();
    await ask(person, email);
    const token = (await newest(email))?.token;
    await portal.register({ email });

    expect(outcome(await person.post(VERIFY, { token }))).toBe('400 INVALID_TOKEN');
    expect((await profile(person)).email).toBe(person.email);
  });

  it('ends with a change or reset of the password', async () => {
    const person = await verified();
    const email = newAddress();
    await ask(person, email);
    const token = (await newest(email))?.token;
    await portal.visitor().post('/api/auth/forgot-password', { email: person.email });
    const reset = (await newest(person.email))?.token;
    await portal.visitor().post('/api/auth/reset-password', { token: reset, password: 'a fresh password' });

    expect(outcome(await portal.visitor().post(VERIFY, { token }))).toBe('400 INVALID_TOKEN');
  });

  it('voids password resets that were mailed to the old address', async () => {
    const person = await verified();
    await portal.visitor().post('/api/auth/forgot-password', { email: person.email });
    const token = (await newest(person.email))?.token;
    await change(person);

    const reset = await portal.visitor().post('/api/auth/reset-password', { token, password: 'a fresh password' });

    expect(outcome(reset)).toBe('400 INVALID_TOKEN');
  });

  it('needs the password, and is limited by account and by mailbox', async () => {
    const person = await verified();
    const email = newAddress();

    const wrong = await person.post(CHANGE, { email, password: 'another password' });
    const answers: string[] = [];
    for (let turn = 0; turn < 11; turn++) answers.push(outcome(await ask(person, email)));

    expect(outcome(wrong)).toBe('400 INVALID_PASSWORD');
    expect(answers).toEqual([...Array(10).fill('200'), '429 RATE_LIMITED']);
    expect(await portal.mailTo(email)).toHaveLength(3);
  });
});

describe('An account whose mailbox was verified by its link alone', () => {
  const reset = async ({ email }: Person) => {
    await portal.visitor().post('/api/auth/forgot-password', { email });
    const token = (await newest(email))?.token;
    await portal.visitor().post('/api/auth/reset-password', { token, password: 'of the owner' });
    return (await signIn(email, 'of the owner')).json();
  };

  it('is cleared by a reset, as one that was never verified: a stranger may have registered it', async () => {
    const stranger = await portal.register();
    await enrol(stranger);
    const [mail] = await portal.mailTo(stranger.email);

    const clicked = await portal.visitor().post(VERIFY, { token: mail?.token });

    expect(clicked.json().user).toMatchObject({ emailVerified: true });
    expect(await reset(stranger)).not.toHaveProperty('requires2FA');
  });

  it.each([
    ['the password', (person: Person) => ({ caller: portal.visitor(), body: { password: person.password } })],
    ['the session', (person: Person) => ({ caller: person, body: {} })],
  ])('keeps its second factor in a reset once %s was sent with a link', async (_, withProof) => {
    const person = await portal.register();
    await enrol(person);
    const [mail] = await portal.mailTo(person.email);
    const { caller, body } = withProof(person);

    await caller.post(VERIFY, { token: mail?.token, ...body });

    expect(await reset(person)).toHaveProperty('requires2FA');
  });

  it('is not verified with a wrong password, and the link stays valid', async () => {
    const person = await portal.register();
    const [mail] = await portal.mailTo(person.email);

    const wrong = await portal.visitor().post(VERIFY, { token: mail?.token, password: 'another password' });

    expect(outcome(wrong)).toBe('400 INVALID_PASSWORD');
    const { accounts } = portal.deps.database;
    expect(await accounts.select().from(users).where(eq(users.id, person.userId))).toMatchObject([
      { emailVerified: false },
    ]);
    expect(outcome(await person.post(VERIFY, { token: mail?.token }))).toBe('200');
  });
});
