import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { authenticators } from '../../db/schema/index.ts';
import { secretOf } from '../../routers/auth/two-factor/second-factor.ts';
import { isSealedAfresh, seal, unseal } from '../../server/identity/sealed.ts';
import { type Portal, portalForThisTest } from '../helpers/portal.ts';
import { codeOf, enrol, halfway } from '../helpers/second-factor.ts';
import { outcome } from '../helpers/wire.ts';

const key = () => randomBytes(32).toString('base64');
const keys = (current: string, previous?: string) => ({
  ENCRYPTION_KEY: current,
  ENCRYPTION_KEY_PREVIOUS: previous,
});
const PLACE = { purpose: 'totp-secret', record: randomUUID() } as const;

/** Sealing as it was before keys had ids: under the key itself, bound to nothing. */
function sealUnbound(encryptionKey: string, text: string) {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(encryptionKey, 'base64'), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

describe('A sealed value', () => {
  const [current, other] = [key(), key()];
  const sealed = seal(keys(current), PLACE, 'a secret');

  it('opens at its place', () => {
    expect(unseal(keys(current), PLACE, sealed)).toBe('a secret');
  });

  it.each([
    ['for another record', { ...PLACE, record: randomUUID() }],
    ['for another purpose', { ...PLACE, purpose: 'mail' as const }],
  ])('does not open %s', (_what, place) => {
    expect(() => unseal(keys(current), place, sealed)).toThrow();
  });

  it('does not open under another key, and the error says why', () => {
    expect(() => unseal(keys(other), PLACE, sealed)).toThrow(/neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS/);
  });

  it.each(['version', 'key id', 'text'])('does not open with another %s', (part) => {
    const [version = '', id = '', text = ''] = sealed.split('.');
    const [, otherId] = seal(keys(other), PLACE, 'x').split('.');
    const changed = {
      version: `${id}${text}`,
      'key id': [version, otherId, text].join('.'),
      text: [version, id, `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`].join('.'),
    }[part];

    expect(() => unseal(keys(current, other), PLACE, changed ?? '')).toThrow();
  });

  it('opens while its key is the previous one, and is then due to be sealed again', () => {
    const rotated = keys(other, current);

    expect(unseal(rotated, PLACE, sealed)).toBe('a secret');
    expect(isSealedAfresh(keys(current), PLACE, sealed)).toBe(true);
    expect(isSealedAfresh(rotated, PLACE, sealed)).toBe(false);
  });

  it('of before keys had ids opens under the current and the previous key', () => {
    const old = sealUnbound(current, 'an old secret');

    expect(unseal(keys(current), PLACE, old)).toBe('an old secret');
    expect(unseal(keys(other, current), PLACE, old)).toBe('an old secret');
    expect(isSealedAfresh(keys(current), PLACE, old)).toBe(false);
    expect(() => unseal(keys(other), PLACE, old)).toThrow();
  });
});

const storedSecret = async ({ deps }: Portal, userId: string) => {
  const { accounts: db } = deps.database;
  const [row] = await db.select().from(authenticators).where(eq(authenticators.userId, userId));
  return row?.secret ?? '';
};

/** A portal on the database of another one, with a new ENCRYPTION_KEY and the old one as the previous. */
const rotated = (portal: Portal) =>
  portalForThisTest({
    beside: portal,
    env: { ENCRYPTION_KEY: key(), ENCRYPTION_KEY_PREVIOUS: portal.deps.env.ENCRYPTION_KEY },
  });

describe('After a change of ENCRYPTION_KEY', () => {
  it('a code and a backup code are still good, and the secret is sealed under the new key', async () => {
    const before = await portalForThisTest();
    const person = await before.register();
    const authenticator = await enrol(person);
    const after = await rotated(before);
    const place = secretOf(person.userId);

    const withBackupCode = await (await halfway(after, person)).verifyBackup(authenticator.backupCodes[0] ?? '');
    const again = await (await halfway(after, person)).verifyBackup(authenticator.backupCodes[0] ?? '');
    const unwritten = await storedSecret(after, person.userId);
    const withCode = await (await halfway(after, person)).verify(codeOf(authenticator));
    const written = await storedSecret(after, person.userId);

    expect([withBackupCode, again, withCode].map(outcome)).toEqual(['200', '401 INVALID_CODE', '200']);
    expect(isSealedAfresh(after.deps.env, place, unwritten)).toBe(false);
    expect(isSealedAfresh(after.deps.env, place, written)).toBe(true);
    expect(unseal(after.deps.env, place, written)).toBe(authenticator.secret);
  });

  it('queued mails and password resets of before are sent', async () => {
    const before = await portalForThisTest();
    const person = await before.register();
    await before.visitor().post('/api/auth/forgot-password', { email: person.email });
    const after = await rotated(before);

    const mails = await after.mailTo(person.email);

    expect(mails.map(({ link }) => new URL(link).pathname)).toEqual(['/verify-email', '/reset-password']);
  });
});

describe('Values encrypted before keys had ids', () => {
  it('sign people in', async () => {
    const portal = await portalForThisTest();
    const person = await portal.register();
    const authenticator = await enrol(person);
    const { accounts: db } = portal.deps.database;
    const { ENCRYPTION_KEY } = portal.deps.env;
    await db
      .update(authenticators)
      .set({ secret: sealUnbound(ENCRYPTION_KEY, authenticator.secret) })
      .where(eq(authenticators.userId, person.userId));

    const withCode = await (await halfway(portal, person)).verify(codeOf(authenticator));

    expect(outcome(withCode)).toBe('200');
  });
});

describe('In the database', () => {
  it('an authenticator’s secret that was moved to another person’s row does not sign in', async () => {
    const portal = await portalForThisTest();
    const [person, thief] = await Promise.all([portal.register(), portal.register()]);
    const [, own] = await Promise.all([enrol(person), enrol(thief)]);
    const moved = await storedSecret(portal, thief.userId);
    await portal.deps.database.accounts
      .update(authenticators)
      .set({ secret: moved })
      .where(eq(authenticators.userId, person.userId));

    const attempt = await (await halfway(portal, person)).verify(codeOf(own));

    expect(attempt.statusCode).toBe(500);
  });
});
