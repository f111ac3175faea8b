import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const login = (email: string, password: string) => portal.visitor().post('/api/auth/login', { email, password });

/** Ways in which keyboards and systems spell one password. */
const PASSWORD = 'Ångström café ﬁn Ⅷ';
const SPELLINGS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

describe('A password', () => {
  it.each(SPELLINGS)('reset in the form %s is accepted in every other form', async (form) => {
    const { email } = await portal.register();
    await portal.visitor().post('/api/auth/forgot-password', { email });
    const token = (await portal.mailTo(email)).at(-1)?.token;
    await portal.visitor().post('/api/auth/reset-password', { token, password: PASSWORD.normalize(form) });

    const answers = await Promise.all(SPELLINGS.map((other) => login(email, PASSWORD.normalize(other))));

    expect(answers.map(outcome)).toEqual(Array(4).fill('200'));
  });

  it('is accepted in every form after a change, as the current and as the new one', async () => {
    const person = await portal.register({ password: PASSWORD.normalize('NFD') });
    const newPassword = `new ${PASSWORD}`.normalize('NFD');

    const response = await person.post('/api/auth/account/change-password', {
      currentPassword: PASSWORD.normalize('NFC'),
      newPassword,
    });

    expect(outcome(response)).toBe('200');
    expect(outcome(await login(person.email, newPassword.normalize('NFC')))).toBe('200');
  });

  it('differs from one that only looks alike', async () => {
    const { email } = await portal.register({ password: 'a cat on a mat' });

    const cyrillic = await login(email, 'а cat on a mat');

    expect(outcome(cyrillic)).toBe('401 INVALID_CREDENTIALS');
  });
});

describe('An email address', () => {
  // Cyrillic а, Kelvin sign, full-width k, dotless ı, long s, a zero-width joiner, a soft hyphen, a ligature.
  const FORGERIES: [string, string][] = [
    ['mask', 'mаsk'],
    ['mask', 'mas\u212A'],
    ['mask', 'mas\uFF4B'],
    ['mint', 'm\u0131nt'],
    ['mask', 'ma\u017Fk'],
    ['mask', 'ma\u200Dsk'],
    ['mask', 'ma\u00ADsk'],
    ['fink', '\uFB01nk'],
    ['mask', 'má\u0301sk'],
  ];

  it.each(FORGERIES)('%s@… differs from %j@…', async (name, forgery) => {
    const own = randomUUID();
    const { email, password } = await portal.register({ email: `${name}-${own}@example.com` });
    const forged = `${forgery}-${own}@example.com`;

    const answers = [
      await portal.visitor().post('/api/auth/register', { email: forged, password }),
      await login(forged, password),
      await portal.visitor().post('/api/auth/forgot-password', { email: forged }),
    ];

    expect(answers.map(outcome)).toEqual(Array(3).fill('400 VALIDATION_ERROR'));
    expect(await portal.mailTo(email)).toHaveLength(1);
  });

  it.each([
    ['xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd.xn--p1ai'],
    ['Пример.РФ', 'xn--e1afmkfd.xn--p1ai'],
    ['b\u00fccher.example', 'xn--bcher-kva.example'],
    ['bu\u0308cher.example', 'xn--bcher-kva.example'],
    ['stra\u00dfe.example', 'xn--strae-oqa.example'],
    ['\u4f8b\u3048\u3002jp', 'xn--r8jz45g.jp'],
  ])('may have the domain %s, as browsers send or show it', async (typed, domain) => {
    const name = randomUUID();
    const { password } = await portal.register({ email: `${name}@${domain}` });

    const answer = await login(`${name}@${typed}`, password);

    expect(outcome(answer)).toBe('200');
    expect(answer.json().user.email).toBe(`${name}@${domain}`);
  });

  it.each([
    'm\u00a0ask.example',
    'mas\u212a.example',
    'ma\u00adsk.example',
    'mas\uff4b.example',
    'example',
    '1.2.3.4',
    '-a.example',
    'a..example',
  ])('must not have the domain %j', async (domain) => {
    const answer = await login(`ada@${domain}`, 'quite long enough');

    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
  });

  it.each(["o'neil", 'a&b', 'a/b=c', 'a..b', '{x}|~', '#1!', 'ada+portal'])('may have the name %s', async (name) => {
    const own = randomUUID();
    await portal.register({ email: `${name}-${own}@example.com` });

    const [mail] = await portal.mailTo(`${name}-${own}@example.com`.replaceAll(/[^\w.@+-]/g, '_'));

    // A name with two dots is written in quotes.
    expect(mail?.to?.[0]?.address?.replaceAll('"', '')).toBe(`${name}-${own}@example.com`);
  });

  it.each(['ada@example.com\r\nBcc: eve@example.com', 'ada@exa\nmple.com', 'ada\r@example.com', '<ada@example.com>'])(
    '%j is refused by every route',
    async (email) => {
      const account = { email, password: 'quite long enough' };

      const answers = await Promise.all(
        ['register', 'login', 'forgot-password'].map((route) => portal.visitor().post(`/api/auth/${route}`, account)),
      );

      expect(answers.map(outcome)).toEqual(Array(3).fill('400 VALIDATION_ERROR'));
    },
  );
});
