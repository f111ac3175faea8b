import { describe, expect, it } from 'vitest';
import { passkeys } from '../../db/schema/index.ts';
import { adding, addPasskey, signInWith, softwareKey } from '../helpers/passkeys.ts';
import { openPortal, portalForThisFile } from '../helpers/portal.ts';
import { ageSession } from '../helpers/second-factor.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();
const OF_ACCOUNT = '/api/auth/account/passkeys';
const INVALID = '400 VALIDATION_ERROR';

describe('whoever adds a passkey', () => {
  it('proves who they are where the sign-in is more than an hour old', async () => {
    const person = await portal.register();
    await ageSession(portal, person);

    expect(outcome((await adding(person)).asked)).toBe('403 REAUTH_REQUIRED');
    expect(outcome((await adding(person, { password: 'wrong' })).asked)).toBe('403 REAUTH_REQUIRED');
    expect(outcome((await adding(person, { password: person.password })).asked)).toBe('200');
  });

  it('answers the newest challenge of the browser and the account, once', async () => {
    const [person, other] = [await portal.register(), await portal.register()];
    const [own, foreign] = [await adding(person), await adding(other)];
    const key = softwareKey(portal);
    const response = key.create(own.options);
    const add = (who: { post: typeof own.post }, answer = response) =>
      who.post(OF_ACCOUNT, { name: 'Laptop', response: answer });

    expect(outcome(await add(person))).toBe(INVALID);
    expect(outcome(await add(foreign))).toBe(INVALID);
    expect(outcome(await add(own, key.create(own.options, { origin: 'https://evil.example' })))).toBe(INVALID);
    expect(outcome(await add(own, key.create({ ...own.options, rp: { id: 'evil.example' } })))).toBe(INVALID);
    expect(outcome(await add(own, { ...response, id: 'AAAA', rawId: 'AAAA' }))).toBe(INVALID);
    expect(outcome(await add(own))).toBe('201');
    expect(outcome(await add(own, softwareKey(portal).create(own.options)))).toBe(INVALID);
  });

  it('cannot take the passkey of somebody else, nor remove it', async () => {
    const [person, other] = [await portal.register(), await portal.register()];
    const key = await addPasskey(portal, person);
    const { options, post } = await adding(other);

    expect(outcome(await post(OF_ACCOUNT, { name: 'Mine', response: key.create(options) }))).toBe(INVALID);
    expect(outcome(await other.del(`${OF_ACCOUNT}/${key.passkeyId}`))).toBe('404 NOT_FOUND');
    expect((await other.get(OF_ACCOUNT)).json().data).toEqual([]);
    expect((await adding(person)).options).toMatchObject({ excludeCredentials: [{ id: key.id, type: 'public-key' }] });
  });

  it('has at most twenty', async () => {
    const person = await portal.register();
    const { options, post } = await adding(person);
    const { userId } = person;
    const many = Array.from({ length: 19 }, (_, n) => ({ userId, name: `Key ${n}`, credentialId: `${userId}${n}` }));
    await portal.deps.database.accounts
      .insert(passkeys)
      .values(many.map((one) => ({ ...one, publicKey: '', counter: 0 })));
    const early = await adding(person);

    const key = softwareKey(portal);
    expect(outcome(await post(OF_ACCOUNT, { name: 'Last', response: key.create(options) }))).toBe('201');
    expect(outcome((await adding(person)).asked)).toBe(INVALID);
    const response = softwareKey(portal).create(early.options);
    expect(outcome(await early.post(OF_ACCOUNT, { name: 'One too many', response }))).toBe(INVALID);
    expect((await signInWith(portal, key)).statusCode).toBe(200);
  });
});

it('a portal with an IP address for a name has no passkeys', async () => {
  const other = await openPortal({ env: { PUBLIC_URL: 'http://127.0.0.1:3000' } });
  const person = await other.register();

  expect(outcome(await other.visitor().post('/api/auth/passkey/options'))).toBe('404 NOT_FOUND');
  expect(outcome(await person.post(`${OF_ACCOUNT}/options`))).toBe('404 NOT_FOUND');
  expect((await person.get(OF_ACCOUNT)).json().data).toEqual([]);
  await other.close();
});
