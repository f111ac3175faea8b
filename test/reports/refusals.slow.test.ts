import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { reportRecipients } from '../../db/schema/index.ts';
import { reportMails } from '../../routers/reports/deliver.ts';
import { type Portal, portalForThisTest } from '../helpers/portal.ts';
import { agencyOf } from '../helpers/reports.ts';
import { reply, smtpForThisTest } from '../helpers/smtp.ts';

it('a recipient whom the mail server refuses keeps no other waiting, and the refusal stands at them', async () => {
  const smtp = await smtpForThisTest({
    onRcptTo: ({ address }, _session, done) =>
      done(address === 'gone@client.example' ? reply(550, 'No such user here') : undefined),
  });
  const portal = await portalForThisTest({ env: { SMTP_URL: smtp.url } });
  const agency = await agencyOf(portal);
  const client = await portal.register();
  const others = ['a', 'b', 'c', 'd'].map((name) => `${name}@client.example`);

  const { report } = await agency.runFor(client, { recipients: [...others, 'gone@client.example'] });

  expect(report.status).toBe('sent');
  expect(smtp.delivered.flatMap(({ recipients }) => recipients).sort()).toEqual(others);
  const refused = report.recipients.filter(({ error }: { error: unknown }) => error !== null);
  expect(refused).toEqual([
    { email: 'gone@client.example', bcc: false, sentAt: null, error: expect.stringContaining('rejected') },
  ]);
});

it('a mail server that hangs at one recipient keeps no other waiting, and that mail is tried again', async () => {
  let hangs = true;
  const smtp = await smtpForThisTest({
    onRcptTo({ address }, _session, done) {
      if (!hangs || address !== 'slow@client.example') done();
    },
  });
  const portal = await portalForThisTest({ env: { SMTP_URL: smtp.url } });
  const agency = await agencyOf(portal);
  const client = await portal.register();
  const others = ['a', 'b', 'c', 'd'].map((name) => `${name}@client.example`);

  const { report } = await agency.runFor(client, { recipients: ['slow@client.example', ...others] });
  const before = smtp.delivered.flatMap(({ recipients }) => recipients).sort();
  hangs = false;
  await tryAgain(portal);
  const after = (await agency.show(report.id)).recipients as { sentAt: unknown; error: unknown }[];

  expect(before).toEqual(others);
  expect(report.recipients.filter(({ error }: { error: unknown }) => error !== null)).toMatchObject([
    { email: 'slow@client.example', sentAt: null, error: expect.stringContaining('did not accept') },
  ]);
  expect(after.every(({ sentAt, error }) => sentAt !== null && error === null)).toBe(true);
  expect(smtp.delivered).toHaveLength(5);
});

it('a mail server that answers nothing has five mails of a process at once, however often it looks for more', async () => {
  const held: (() => void)[] = [];
  const smtp = await smtpForThisTest({ onRcptTo: (_address, _session, done) => void held.push(() => done()) });
  const portal = await portalForThisTest({ env: { SMTP_URL: smtp.url } });
  const agency = await agencyOf(portal);
  const client = await portal.register();
  const recipients = Array.from({ length: 12 }, (_, n) => `reader${n}@client.example`);

  const running = agency.runFor(client, { recipients });
  await expect.poll(() => held.length).toBe(5);
  await Promise.all([1, 2, 3].map(() => portal.deps.use(reportMails).sendDue()));
  const most = held.length;
  const release = setInterval(() => {
    for (const done of held.splice(0)) done();
  }, 20);
  await running.finally(() => clearInterval(release));

  expect(most).toBe(5);
  expect(smtp.delivered.flatMap((mail) => mail.recipients).sort()).toEqual(recipients.sort());
});

const linkIn = (text = '') => /https?:\/\/\S+\/r\/[\w-]{64}/.exec(text)?.[0];

/** Tries again what waits for its next attempt. */
async function tryAgain({ deps }: Pick<Portal, 'deps'>) {
  await deps.database
    .asMaintenance()
    .update(reportRecipients)
    .set({ nextAttemptAt: sql`now()` })
    .where(sql`${reportRecipients.nextAttemptAt} is not null`);
  await deps.use(reportMails).sendDue();
}

it('a mail that the server takes without a word is sent again, as the same mail with the same link', async () => {
  const smtp = await smtpForThisTest({
    takes() {
      if (smtp.delivered.length === 0) smtp.hangUp();
    },
  });
  const portal = await portalForThisTest({ env: { SMTP_URL: smtp.url } });
  const agency = await agencyOf(portal);
  const client = await portal.register();

  const { report } = await agency.runFor(client, { recipients: ['owner@client.example'] });
  await tryAgain(portal);
  const after = await agency.show(report.id);
  await tryAgain(portal);

  expect(report.recipients).toMatchObject([{ sentAt: null, error: expect.stringContaining('did not accept') }]);
  expect(after.recipients).toMatchObject([{ sentAt: expect.any(String), error: null }]);
  const [first, second, ...more] = smtp.delivered;
  expect(more).toEqual([]);
  expect(second?.messageId).toBe(first?.messageId);
  expect(linkIn(first?.text)).toBeDefined();
  expect(linkIn(second?.text)).toBe(linkIn(first?.text));
});
