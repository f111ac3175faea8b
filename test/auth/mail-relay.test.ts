import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const INVITATIONS = '/api/auth/org/invitations';
const address = () => `${randomUUID()}@example.com`;
const invite = (person: Person, email = address()) => person.post(INVITATIONS, { email });

async function verify(person: Person) {
  const token = (await portal.mailTo(person.email)).at(-1)?.token;
  await person.post('/api/auth/verify-email', { token });
}

describe('An organization whose inviters have not verified their address', () => {
  it('sends ten invitations a day, then 403 asks to verify it, and a verified inviter goes on', async () => {
    const admin = await portal.register();
    const second = await portal.join(admin, 'admin');

    const made = [];
    for (let n = 1; n < 10; n++) made.push(await invite(n % 2 ? admin : second));
    const over = [await invite(admin), await invite(second)];
    await verify(admin);
    const verified = await invite(admin);

    expect(made.map(outcome)).toEqual(Array(9).fill('201'));
    expect(over.map(outcome)).toEqual(Array(2).fill('403 FORBIDDEN'));
    expect(over[0]?.json().error).toMatch(/confirm your email address/);
    expect(outcome(verified)).toBe('201');
    expect(outcome(await invite(second))).toBe('403 FORBIDDEN');
  });

  it('passes ten of twenty concurrent invitations', async () => {
    const admin = await portal.register();

    const answers = await Promise.all(Array.from({ length: 20 }, () => invite(admin)));

    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
    expect((await admin.get(INVITATIONS)).json().data).toHaveLength(10);
  });
});

describe('One mailbox', () => {
  it('gets five invitations a day from all organizations together, and every response holds the link', async () => {
    const email = address();
    const admins = await Promise.all([portal.register(), portal.register()]);

    const answers = [];
    for (let n = 0; n < 7; n++) answers.push(await invite(admins[n % 2] ?? admins[0], email));

    expect(answers.map(outcome)).toEqual(Array(7).fill('201'));
    expect(await portal.mailTo(email)).toHaveLength(5);
    expect(answers[6]?.json().invitation.token).toMatch(/^[\w-]{43}$/);
  });

  it('is one by whatever address it is reached', async () => {
    const own = randomUUID().replaceAll('-', '');
    const admin = await portal.register();
    const spellings = ['', '+1', '+2', '+two.dots', '+'].map((end) => `${own}${end}@example.com`);
    const dotted = `${own.slice(0, 4)}.${own.slice(4)}@example.com`;
    for (const email of spellings) await invite(admin, email);

    await invite(admin, dotted);

    expect(await portal.mailTo(dotted)).toEqual([]);
    expect(await portal.mailTo(`${own}+2@example.com`)).toHaveLength(1);
  });
});

const ADDRESSES = [
  'Win at https://evil.example/now',
  'ftp://evil.example',
  'www.evil.example',
  'Prize (evil.com)',
  'EVIL.COM',
  'bücher-preis.de',
  'evil.example/prize',
  'evil．com',
  '198.51.100.7',
  'Write to eve@evil.example',
  'mailto:eve@evil.example',
  'eve＠evil.example',
];
/** Other spellings of addresses; those above are sent to every route. */
const SPELLINGS = [
  'x.com',
  'Go to x.ai',
  't.co/prize',
  'evil。com',
  'evil｡com',
  'evil۔com',
  'evil・com',
  'evil•com',
  'evil·com',
  'evil[.]com',
  'evil (dot) com',
  'evil . com',
  'ⓔⓥⓘⓛ.ⓒⓞⓜ',
  'ev_il.com',
  'пример.рф',
  '例え。jp',
  'उदाहरण.भारत',
  'Smile4you.Care',
  'ev\u200Bil.com',
];
const REORDERING = ['Harbor \u202Elatned', 'Harbor\u2066 Dental', '\u202BHarbor'];
const NAMES = [
  'Harbor Street Dental',
  'Dr.Li & Sons, Inc.',
  'St. Mary’s / Children',
  'J.P. Okafor',
  'Zahnärzte Ærø 歯科',
  'T@ngo No.1 (24/7)',
  'A.B.C. Holding Co.',
];
const MORE_NAMES = [
  'St. John’s',
  'Dr.Müller',
  'A.B. Dental',
  'U.S.Dental',
  'J.Co',
  'Dr.med.dent.Weber',
  'J.P.Morgan',
  'Müller & Co.KG',
  'St.Gallen Dental',
  'Dental · Care',
  'Col·lectiu Novel·la',
  'ジョン・スミス歯科',
  'دندان\u200Cپزشکی',
  'ක්\u200Dරිස්ටි',
  'Happy Teeth ❤\uFE0F',
];

describe('A name', () => {
  it.each(ADDRESSES)('of a person or an organization does not hold an address: %s', async (name) => {
    const person = await portal.register();
    const account = { email: address(), password: person.password };
    const { token } = (await invite(person)).json().invitation;

    const answers = [
      await portal.visitor().post('/api/auth/register', { ...account, name }),
      await portal.visitor().post('/api/auth/register', { ...account, orgName: name }),
      await portal.visitor().post('/api/auth/accept-invitation', { token, password: person.password, name }),
      await person.put('/api/auth/account/profile', { name }),
      await person.put('/api/auth/org', { name }),
    ];

    expect(answers.map(outcome)).toEqual(Array(5).fill('400 VALIDATION_ERROR'));
    expect(answers[4]?.json().issues).toEqual([
      { path: 'name', message: expect.stringMatching(/web or email address/) },
    ]);
  });

  const answersTo = async (names: string[]) => {
    const person = await portal.register();
    const answers = [];
    for (const name of names) answers.push([name, outcome(await person.put('/api/auth/org', { name }))]);
    return answers;
  };

  it('does not hold an address in another spelling, nor characters that nobody sees', async () => {
    const names = [...SPELLINGS, ...REORDERING];

    expect(await answersTo(names)).toEqual(names.map((name) => [name, '400 VALIDATION_ERROR']));
  });

  it('may have initials, titles, other scripts and their joiners', async () => {
    expect(await answersTo(MORE_NAMES)).toEqual(MORE_NAMES.map((name) => [name, '200']));
  });

  it.each(NAMES)('may be %s', async (name) => {
    const person = await portal.register({ name, orgName: name });

    expect((await person.get('/api/auth/account/profile')).json().data).toMatchObject({ name, orgName: name });
  });

  it('that nobody gave is not made of an address either', async () => {
    const visitor = portal.visitor();
    const account = { email: `www.evil.com+${randomUUID()}@example.com`, password: 'quite long enough' };
    const { cookies } = await visitor.post('/api/auth/register', account);
    const email = address();

    await visitor.post(INVITATIONS, { email }, { cookie: `portal_session=${cookies[0]?.value}` });

    const [mail] = await portal.mailTo(email);
    expect(mail?.text).toContain('An administrator invites you to join New organization');
    expect(`${mail?.subject} ${mail?.text}`).not.toContain('evil.com');
  });
});
