import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { enrol } from '../helpers/second-factor.ts';
import { outcome } from '../helpers/wire.ts';

// Changes of address that the new mailbox confirmed by the link alone: its owner may not be that of the account.

const portal = portalForThisFile();

const VERIFY = '/api/auth/verify-email';
const NEW = 'the password of the mailbox';
const newest = async (address: string) => (await portal.mailTo(address)).at(-1);

/** Registers somebody with a verified address and a second factor, and changes the address by the link alone. */
async function changedByLink() {
  const person = await portal.register();
  await person.post(VERIFY, { token: (await newest(person.email))?.token });
  await enrol(person);
  const email = `new-${randomUUID()}@example.com`;
  await person.post('/api/auth/account/change-email', { email, password: person.password });
  const confirmed = await portal.visitor().post(VERIFY, { token: (await newest(email))?.token });
  expect(outcome(confirmed)).toBe('200');
  return { person, email };
}

async function reset(email: string) {
  await portal.visitor().post('/api/auth/forgot-password', { email });
  const { token } = (await newest(email)) ?? {};
  expect(outcome(await portal.visitor().post('/api/auth/reset-password', { token, password: NEW }))).toBe('200');
}

const signIn = async (email: string) =>
  (await portal.visitor().post('/api/auth/login', { email, password: NEW })).json();

it('the holder of the account proves the address with another link and the session, and a reset keeps the second factor', async () => {
  const { person, email } = await changedByLink();

  await person.post('/api/auth/resend-verification');
  await person.post(VERIFY, { token: (await newest(email))?.token });

  await reset(email);
  expect(await signIn(email)).toMatchObject({ requires2FA: true });
});

it('a call as the owner is refused with the link alone, and may be repeated with the password', async () => {
  const [person, other] = [await portal.register(), await portal.register()];
  const token = (await newest(person.email))?.token;

  const refused = [await portal.visitor().post(VERIFY, { token, asOwner: true })];
  refused.push(await other.post(VERIFY, { token, asOwner: true }));
  const before = (await person.get('/api/auth/account/profile')).json().data;
  const accepted = await other.post(VERIFY, { token, asOwner: true, password: person.password });

  expect(refused.map(outcome)).toEqual(Array(2).fill('400 INVALID_PASSWORD'));
  expect(before.emailVerified).toBe(false);
  expect(outcome(accepted)).toBe('200');
});

it('a call as the owner with the link to a new address is refused as well, and changes nothing', async () => {
  const person = await portal.register();
  const email = `new-${randomUUID()}@example.com`;
  await person.post('/api/auth/account/change-email', { email, password: person.password });
  const token = (await newest(email))?.token;

  const refused = await portal.visitor().post(VERIFY, { token, asOwner: true });

  expect(outcome(refused)).toBe('400 INVALID_PASSWORD');
  expect((await person.get('/api/auth/account/profile')).json().data.email).toBe(person.email);
  expect(outcome(await person.post(VERIFY, { token, asOwner: true }))).toBe('200');
});

it('a reset that clears the account says that the former address can take it back, and the new one is told when it did', async () => {
  const { person, email } = await changedByLink();

  await reset(email);

  expect(await signIn(email)).toMatchObject({ ok: true });
  expect((await newest(email))?.text).toContain('the previous address can take the account back for 7 days');
  const undo = (await portal.mailTo(person.email)).find(({ subject }) => subject === 'Your email address was changed');
  expect(outcome(await portal.visitor().post(VERIFY, { token: undo?.token }))).toBe('200');
  expect((await newest(email))?.subject).toBe('Your email address no longer belongs to an account');
  expect((await newest(person.email))?.link).toContain('/reset-password?token=');
});

it('an undone change that was never confirmed is told to nobody at the new address', async () => {
  const person = await portal.register();
  const email = `new-${randomUUID()}@example.com`;
  await person.post('/api/auth/account/change-email', { email, password: person.password });
  const before = (await portal.mailTo(email)).length;

  await portal.visitor().post(VERIFY, { token: (await newest(person.email))?.token });

  expect(await portal.mailTo(email)).toHaveLength(before);
});
