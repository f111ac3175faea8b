import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import * as accountMails from '../../routers/auth/mails.ts';
import * as connectionMails from '../../routers/connections/mails.ts';
import * as exportMails from '../../routers/exports/mails.ts';
import * as measurementMails from '../../routers/measurement/mails.ts';
import * as noticeMails from '../../routers/notifications/mails.ts';
import * as operatorMails from '../../routers/operator/mails.ts';
import * as webhookMails from '../../routers/webhooks/mails.ts';
import { type MailPart, type MailTemplate, siteAt } from '../../server/mail/template.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const PUBLIC_URL = 'https://portal.example.org';
const APP_URL = 'https://app.example.com';
const portal = portalForThisFile({ besideOthers: true, env: { PUBLIC_URL, APP_URL } });

const TOKEN = 'tO_k3n-tO_k3n-tO_k3n-tO_k3n-tO_k3n-tO_k3n-x';
const invitation = {
  token: TOKEN,
  proof: TOKEN,
  organization: 'Harbor Street Dental',
  by: { name: 'Dana Moreau' },
  role: 'member',
} as const;

const mails = {
  ...accountMails,
  ...connectionMails,
  ...exportMails,
  ...measurementMails,
  ...noticeMails,
  ...operatorMails,
  ...webhookMails,
};
const moved = [{ label: 'Foundation', score: 71.2, change: -3.1 }];
const clearly = {
  value: 4.2,
  low: 1.1,
  high: 7.3,
  verdict: 'moved' as const,
  smallestVisible: 4.5,
  comparedOn: { prompts: 24, engines: 4, readings: 192 },
  notComparable: [],
};
const digest = {
  organization: 'Harbor Street Dental',
  timezone: 'America/New_York',
  score: {
    runId: TOKEN,
    receivedAt: new Date(),
    score: 68.5,
    before: { runId: TOKEN, score: 70, completedAt: new Date('2026-02-08T02:00:00Z') },
    change: -1.5,
    tiers: moved,
    components: [],
  },
  goals: [],
  goalsSummary: { total: 2, completed: 0, inProgress: 2, overdue: 0 },
  tasks: [{ title: 'Correct the phone number', dueDate: '2026-02-27', isOverdue: true }],
  tasksDue: 3,
  mentions: { mentionRate: 48, low: 39.1, high: 57, sampleSize: 96, change: clearly },
  search: { until: '2026-02-12', clicks: 31, impressions: 900, change: 4 },
  next: ['Claim the Apple Maps listing'],
};
const review = { organization: 'Harbor Street Dental', id: TOKEN, title: 'Implants', by: null };

const TEMPLATES = [
  mails.verificationMail(TOKEN),
  mails.passwordResetMail(TOKEN),
  mails.emailCodeMail('492039'),
  mails.invitationMail(invitation),
  mails.passwordChangedMail({ cleared: true, reclaimable: true }),
  mails.twoFactorOnMail(),
  mails.twoFactorOffMail(),
  mails.identityLinkedMail('Harbor Street Dental'),
  mails.domainMissingMail('harborstreetdental.example'),
  mails.passkeyAddedMail('Laptop'),
  mails.passkeyRemovedMail('Laptop'),
  mails.newBackupCodesMail(),
  mails.alreadyRegisteredMail(),
  mails.weeklyDigestMail(digest),
  mails.scoreDropMail({ organization: 'Harbor Street Dental', score: 50, before: 58.4, tiers: moved }),
  mails.overdueGoalsMail('Harbor Street Dental', ['60 reviews']),
  mails.reviewRequestedMail(review),
  mails.paymentFailedMail('Harbor Street Dental'),
  mails.accountLockedMail(),
  mails.accountUnlockedMail(),
  mails.secondFactorResetMail(),
  mails.sessionsEndedMail(),
  mails.webhookOffMail('https://hooks.example.com/events'),
  mails.connectionFailedMail({ tool: 'Plausible', label: 'harbordental.example', problem: 'credential_refused' }),
  mails.operatorConnectionsFailedMail({
    account: 'portal@agency.iam.gserviceaccount.com',
    failures: [{ tool: 'Google Analytics', problem: 'credential_refused', clients: 2 }],
  }),
  mails.runLeftOutMail({ organization: 'Harbor Street Dental', reason: 'BUDGET_EXCEEDED' }),
  mails.confirmEmailMail(TOKEN),
  mails.addressInUseMail(),
  mails.emailChangeRequestedMail(TOKEN),
  mails.emailChangedMail(TOKEN),
  mails.emailChangeUndoneMail(TOKEN),
  mails.addressTakenBackMail(),
  mails.sessionsEndedByAdminMail('Harbor Street Dental'),
  mails.accountDeletedMail(),
  mails.organizationDeletionMail({
    clientId: randomUUID(),
    organization: 'Harbor Street Dental',
    eraseAt: new Date('2026-12-07T09:00:00Z'),
  }),
  mails.exportReadyMail({ clientId: randomUUID(), organization: 'Harbor Street Dental', page: '/operator/clients/1' }),
];

let german: Person;
beforeAll(async () => {
  german = await portal.register();
  await german.put('/api/auth/account/profile', { locale: 'de-AT' });
});

/** The parsed email, as somebody gets it who has no account and was written to for a German. */
async function received(template: MailTemplate, language = 'en') {
  const to = `${randomUUID()}@example.com`;
  const writtenFor = language === 'de' ? { writtenFor: german.userId } : {};
  await portal.deps.mail.queue(portal.deps.database.accounts, to, { ...template, ...writtenFor });
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
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

it('the tests cover every email', () => {
  expect(TEMPLATES).toHaveLength(Object.keys(mails).length);
});

/** The words of a part that do not come from somebody's data. */
const wordsOf = (part: MailPart) => {
  if (typeof part === 'string') return part;
  return 'heading' in part ? part.heading : 'label' in part ? part.label : undefined;
};

describe.each(TEMPLATES)('The email $kind', (template) => {
  it('says the same in German, part by part', () => {
    const [english, inGerman] = [template.write(siteAt(APP_URL), 'en'), template.write(siteAt(APP_URL), 'de')];

    expect(inGerman.subject).not.toBe(english.subject);
    expect(inGerman.body).toHaveLength(english.body.length);
    for (const [at, part] of english.body.entries()) {
      const same = inGerman.body[at] ?? '';
      expect(typeof same).toBe(typeof part);
      if (wordsOf(part)) expect(wordsOf(same)).not.toBe(wordsOf(part));
      if (typeof part === 'object' && 'url' in part) expect(same).toMatchObject({ url: part.url });
      if (typeof part === 'object' && 'items' in part)
        expect(same).toMatchObject({ items: { length: part.items.length } });
    }
  });

  it.each(['en', 'de'])('has the same content as text and as HTML: %s', async (language) => {
    const { subject, text, html } = await received(template, language);

    expect(subject).toMatch(/^\p{Lu}[\p{L}\w -]+$/u);
    expect(html).toMatch(new RegExp(`^<!doctype html>\n<html lang="${language}">`));
    for (const paragraph of text.trim().split(/\n+/)) expect(words(html)).toContain(paragraph.replace(/^- |:$/g, ''));
  });

  it('goes to one address from the portal and suppresses automatic replies', async () => {
    const { sentTo, to, from, cc, bcc, raw } = await received(template);

    expect(to).toEqual([{ name: '', address: sentTo }]);
    expect(from).toEqual({ name: 'Client portal', address: 'no-reply@portal.example.org' });
    expect([cc, bcc]).toEqual([undefined, undefined]);
    expect(raw).toContain('auto-generated');
  });

  it.each(['en', 'de'])('links to APP_URL only and loads nothing: %s', async (language) => {
    const { text, html } = await received(template, language);

    const links = `${text} ${html}`.match(/https?:[^\s"<]+/g) ?? [];
    for (const link of links) expect(link.startsWith(APP_URL)).toBe(true);
    expect(html).not.toMatch(/<(img|link|script|iframe|style)|url\(/i);
  });
});

it.each([
  [mails.verificationMail(TOKEN), 'verify-email'],
  [mails.passwordResetMail(TOKEN), 'reset-password'],
] as const)('the mail $kind carries its token to /%s', async (template, page) => {
  const { link, html } = await received(template);

  expect(link).toBe(`${APP_URL}/${page}?token=${TOKEN}`);
  expect(html).toContain(`href="${link}"`);
});

it('the mail of an invitation carries its token and the proof of the mailbox', async () => {
  const { link } = await received(mails.invitationMail(invitation));

  expect(link).toBe(`${APP_URL}/accept-invitation?token=${TOKEN}&proof=${TOKEN}`);
});

it('no subject contains user input', async () => {
  const typed = { organization: 'A prize for you', by: { name: 'Open this now' }, role: 'admin' } as const;

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
    const names = { organization: forged, by: { name: forged } };

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

  it('lets each paragraph, heading and item have the direction of its own text', async () => {
    const { html } = await received(mails.invitationMail({ ...invitation, organization: 'عيادة الميناء' }));

    // The button and the address of its link are always the portal's own.
    const blocks = html.match(/<(?:p|h1|h2|li)\b[^>]*>(?!\s*(?:<a\b|https?:))/g) ?? [];
    expect(html).toMatch(/<p dir="auto"[^>]*>[^<]*عيادة الميناء/);
    expect(blocks.filter((block) => !block.includes('dir="auto"'))).toEqual([]);
  });
});
