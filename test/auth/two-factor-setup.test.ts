import { eq } from 'drizzle-orm';
import { default as readQr } from 'jsqr';
import { describe, expect, it } from 'vitest';
import { authenticators, backupCodes, pendingAuthenticators } from '../../db/schema/index.ts';
import { consumeBackupCode } from '../../routers/auth/two-factor/backup-codes.ts';
import { secretOf } from '../../routers/auth/two-factor/second-factor.ts';
import { unseal } from '../../server/identity/sealed.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { codeOf, enrol, halfway, mailsTo, wrongCode } from '../helpers/second-factor.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

/** The text of a QR code, read from its picture as a camera would. */
function scan(dataUrl: string) {
  const svg = Buffer.from(dataUrl.replace(/^data:image\/svg\+xml;base64,/, ''), 'base64').toString();
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [, x = '', y = '', width = '', height = ''] of svg.matchAll(/M(\d+),(\d+)h(\d+)v(\d+)/g))
    for (let row = Number(y); row < Number(y) + Number(height); row++)
      pixels.fill(0, (row * size + Number(x)) * 4, (row * size + Number(x) + Number(width)) * 4);
  for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = 255;
  return readQr.default(pixels, size, size)?.data;
}

describe('POST /api/auth/2fa/setup', () => {
  it('returns a secret, its QR code and ten backup codes only', async () => {
    const person = await portal.register();

    const response = await person.post('/api/auth/2fa/setup');

    const { secret, qrCodeUrl, backupCodes, otpauthUrl, ...more } = response.json();
    expect([response.statusCode, more]).toEqual([200, {}]);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(backupCodes).size).toBe(10);
    for (const code of backupCodes) expect(code).toMatch(/^[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}$/);
    expect(otpauthUrl).toContain(`:${encodeURIComponent(person.email)}?`);
    expect(qrCodeUrl).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(scan(qrCodeUrl)).toBe(otpauthUrl);
  });

  it('takes effect at once, shows in the profile and notifies the user by email', async () => {
    const person = await portal.register();
    const enabled = async () => (await person.get('/api/auth/account/profile')).json().data.twoFactorEnabled;

    const before = await enabled();
    await enrol(person);
    const login = await portal.visitor().post('/api/auth/login', { email: person.email, password: person.password });

    expect([before, await enabled()]).toEqual([false, true]);
    expect(login.json()).toMatchObject({ ok: true, requires2FA: true });
    expect(await mailsTo(portal, person.email)).toContain('twoFactorOn');
  });

  it('can be repeated, which voids the previous secret and codes', async () => {
    const person = await portal.register();
    const [lost, kept] = [await enrol(person), await enrol(person)];
    const visitor = await halfway(portal, person);

    const old = [await visitor.verify(codeOf(lost)), await visitor.verifyBackup(lost.backupCodes[0] ?? '')];
    const fresh = await visitor.verify(codeOf(kept));

    expect(old.map(outcome)).toEqual(Array(2).fill('401 INVALID_CODE'));
    expect(outcome(fresh)).toBe('200');
  });

  it.each(['authenticator', 'list of backup codes'])(
    'is refused after the first correct code of the %s',
    async (source) => {
      const person = await portal.register();
      const authenticator = await enrol(person);
      const visitor = await halfway(portal, person);
      await (source === 'authenticator'
        ? visitor.verify(codeOf(authenticator))
        : visitor.verifyBackup(authenticator.backupCodes[3] ?? ''));

      const again = await person.post('/api/auth/2fa/setup');

      expect(outcome(again)).toBe('409 TWO_FACTOR_ALREADY_ENABLED');
      expect(again.body).not.toContain(authenticator.secret);
      expect(outcome(await (await halfway(portal, person)).verify(codeOf(authenticator, 1)))).toBe('200');
    },
  );

  it('creates one authenticator and ten codes from twenty concurrent requests', async () => {
    const person = await portal.register();

    const answers = await Promise.all(Array.from({ length: 20 }, () => person.post('/api/auth/2fa/setup')));

    const { accounts: db } = portal.deps.database;
    const [stored] = await db.select().from(authenticators).where(eq(authenticators.userId, person.userId));
    const codes = await db.select().from(backupCodes).where(eq(backupCodes.userId, person.userId));
    const { env } = portal.deps;
    const secret = unseal(env, secretOf(person.userId), stored?.secret ?? '');
    const kept = answers.find((answer) => answer.json().secret === secret);
    const consumed = [];
    for (const code of kept?.json().backupCodes ?? [])
      consumed.push(await db.transaction((tx) => consumeBackupCode(tx, env, person.userId, code)));
    expect(answers.map(outcome)).toEqual(Array(20).fill('200'));
    expect([codes.length, consumed]).toEqual([10, Array(10).fill(true)]);
  });

  it('with pending leaves sign-in as it is until the first good code, which returns the backup codes', async () => {
    const person = await portal.register();
    const setup = await person.post('/api/auth/2fa/setup', { pending: true });
    const login = () => portal.visitor().post('/api/auth/login', { email: person.email, password: person.password });
    const before = await login();
    const wrong = await person.post('/api/auth/2fa/confirm', { code: wrongCode(setup.json()) });
    const mailsBefore = await mailsTo(portal, person.email);
    const confirmed = await person.post('/api/auth/2fa/confirm', { code: codeOf(setup.json()) });
    const after = await halfway(portal, person);
    const { backupCodes: given } = confirmed.json();
    const signedIn = [await after.verify(codeOf(setup.json())), await after.verifyBackup(given[0])];

    expect(setup.json()).toMatchObject({ secret: expect.stringMatching(/^[A-Z2-7]{32}$/), backupCodes: [] });
    expect(before.json()).not.toHaveProperty('requires2FA');
    expect([wrong, confirmed, ...signedIn].map(outcome)).toEqual([
      '401 INVALID_CODE',
      '200',
      '401 INVALID_CODE',
      '200',
    ]);
    expect(given).toHaveLength(10);
    expect(mailsBefore).not.toContain('twoFactorOn');
    expect(await mailsTo(portal, person.email)).toContain('twoFactorOn');
    expect(outcome(await person.post('/api/auth/2fa/setup', { pending: true }))).toBe('409 TWO_FACTOR_ALREADY_ENABLED');
  });

  it('with pending is forgotten after an hour', async () => {
    const person = await portal.register();
    const setup = await person.post('/api/auth/2fa/setup', { pending: true });
    await portal.deps.database.accounts
      .update(pendingAuthenticators)
      .set({ createdAt: new Date(Date.now() - 3_601_000) })
      .where(eq(pendingAuthenticators.userId, person.userId));

    const late = await person.post('/api/auth/2fa/confirm', { code: codeOf(setup.json()) });

    expect(outcome(late)).toBe('400 TWO_FACTOR_NOT_ENABLED');
  });

  it('without pending replaces one that waits, and with it one that was never confirmed', async () => {
    const [first, second] = [await portal.register(), await portal.register()];
    const waiting = (await first.post('/api/auth/2fa/setup', { pending: true })).json();
    const active = await enrol(first);
    const unconfirmed = await enrol(second);
    const next = (await second.post('/api/auth/2fa/setup', { pending: true })).json();

    const answers = [
      await first.post('/api/auth/2fa/confirm', { code: codeOf(waiting) }),
      await first.post('/api/auth/2fa/confirm', { code: codeOf(active) }),
      await second.post('/api/auth/2fa/confirm', { code: codeOf(unconfirmed) }),
      await second.post('/api/auth/2fa/confirm', { code: codeOf(next) }),
    ];

    expect(answers.map(outcome)).toEqual(['401 INVALID_CODE', '200', '401 INVALID_CODE', '200']);
    expect(answers.map((answer) => answer.json().backupCodes?.length)).toEqual([undefined, undefined, undefined, 10]);
  });

  it('limits its emails', async () => {
    const person = await portal.register();

    for (let turn = 0; turn < 14; turn++) await enrol(person);

    const mails = await mailsTo(portal, person.email);
    expect(mails.filter((kind) => kind === 'twoFactorOn')).toHaveLength(10);
  });

  it('returns 401 without a session and 403 for an API key', async () => {
    const pipeline = await (await portal.register()).pipeline(['ingest', 'read']);

    const answers = [await portal.visitor().post('/api/auth/2fa/setup'), await pipeline.post('/api/auth/2fa/setup')];

    expect(answers.map(outcome)).toEqual(['401 UNAUTHENTICATED', '403 FORBIDDEN']);
  });
});
