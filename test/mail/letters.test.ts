import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as mails from '../../routers/auth/mails.ts';
import type { Letter } from '../../server/mail/letter.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const PUBLIC_URL = 'https://portal.example.org/clients';
const APP_URL = 'https://app.example.com/start';
const portal = portalForThisFile({ env: { PUBLIC_URL, APP_URL } });

const TOKEN = 'tO_k3n-tO_k3n-tO_k3n-tO_k3n-tO_k3n-tO_k3n-x';
const invitation = {
  token: TOKEN,
  organization: 'Harbor Street Dental',
  invitedBy: 'Dana Moreau',
  role: 'member',
} as const;

const LETTERS = [
  mails.verificationMail(TOKEN),
  mails.passwordResetMail(TOKEN),
  mails.invitationMail(invitation),
  mails.passwordChangedMail(),
  mails.twoFactorOnMail(),
  mails.twoFactorOffMail(),
  mails.newBackupCodesMail(),
  mails.alreadyRegisteredMail(),
];

/** The parsed email. */
async function received(letter: Letter) {
  const to = `${randomUUID()}@example.com`;
  await portal.deps.mail.queue(portal.deps.database.accounts, to, letter);
  const [mail] = await portal.mailTo(to);
  if (!mail) throw new Error('No mail came.');
  return { sentTo: to, ...mail, text: mail.text ?? '', html: mail.html ?? '', raw: JSON.stringify(mail.headers) };
}

/** The text of an HTML page. */
const words = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');

it('the tests cover every account email', () => {
  expect(LETTERS).toHaveLength(Object.keys(mails).length);
});

describe.each(LETTERS)('The email $kind', (letter) => {
  it('has the same content as text and as HTML', async () => {
    const { subject, text, html } = await received(letter);

    expect(subject).toMatch(/^[A-Z][\w -]+$/);
    expect(html).toMatch(/^<!doctype html>/);
    for (const paragraph of text.trim().split(/\n+/)) expect(words(html)).toContain(paragraph.replace(/:$/, ''));
  });

  it('goes to one address from the portal and suppresses automatic replies', async () => {
    const { sentTo, to, from, cc, bcc, raw } = await received(letter);

    expect(to).toEqual([{ name: '', address: sentTo }]);
    expect(from).toEqual({ name: 'Client portal', address: 'no-reply@portal.example.org' });
    expect([cc, bcc]).toEqual([undefined, undefined]);
    expect(raw).toContain('auto-generated');
  });

  it('links to APP_URL only and loads nothing', async () => {
    const { text, html } = await received(letter);

    const links = `${text} ${html}`.match(/https?:[^\s"<]+/g) ?? [];
    for (const link of links) expect(link.startsWith(APP_URL)).toBe(true);
    expect(html).not.toMatch(/<(img|link|script|iframe|style)|url\(/i);
  });
});

it.each([
  [mails.verificationMail(TOKEN), 'verify-email'],
  [mails.passwordResetMail(TOKEN), 'reset-password'],
  [mails.invitationMail(invitation), 'accept-invitation'],
] as const)('the mail $kind carries its token to /%s', async (letter, page) => {
  const { link, html } = await received(letter);

  expect(link).toBe(`${APP_URL}/${page}?token=${TOKEN}`);
  expect(html).toContain(`href="${link}"`);
});

it('no subject holds what somebody typed', async () => {
  const typed = { organization: 'A prize for you', invitedBy: 'Open this now', role: 'admin' } as const;

  const { subject } = await received(mails.invitationMail({ ...invitation, ...typed }));

  expect(subject).toBe((await received(mails.invitationMail(invitation))).subject);
});

describe('An invitation', () => {
  it('names the inviter, the organization and the role', async () => {
    const { subject, text } = await received(mails.invitationMail({ ...invitation, role: 'admin' }));

    expect(subject).toBe('Invitation to the client portal');
    expect(text).toContain(
      'Dana Moreau invites you to join Harbor Street Dental in the client portal at app.example.com, as an administrator.',
    );
  });

  it('escapes markup in a name', async () => {
    const organization = `<img src=x onerror=alert(1)> & "Sons" 'n' Co`;

    const { text, html } = await received(mails.invitationMail({ ...invitation, organization }));

    expect(text).toContain(organization);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Sons&quot; &#39;n&#39; Co');
  });

  it('keeps a name on one line and out of the headers', async () => {
    const forged = 'Dental\r\nBcc: eve@example.com\r\n\r\nPlease pay\u2028at once';
    const names = { organization: forged, invitedBy: forged };

    const { text, raw, to, bcc } = await received(mails.invitationMail({ ...invitation, ...names }));

    expect(text.split('\n').filter((line) => line.includes('Please pay'))).toHaveLength(1);
    expect([to?.length, bcc]).toEqual([1, undefined]);
    expect(raw).not.toMatch(/"key":"bcc"/i);
  });

  it('keeps characters of every script', async () => {
    const organization = 'Zahnärzte Ærø 歯科 🦷';

    const { text, html } = await received(mails.invitationMail({ ...invitation, organization }));

    expect(text).toContain(organization);
    expect(html).toContain(organization);
  });
});
