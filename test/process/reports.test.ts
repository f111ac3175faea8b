import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { reportRecipients } from '../../db/schema/index.ts';
import { makePlanned } from '../../routers/reports/make.ts';
import { sendDue } from '../../routers/reports/send.ts';
import { onServer } from '../helpers/database.ts';
import { portalForThisTest } from '../helpers/portal.ts';
import { portalProcess } from '../helpers/process.ts';
import { agencyOf } from '../helpers/reports.ts';
import { type Delivered, smtpForThisTest } from '../helpers/smtp.ts';

const RECIPIENTS = ['one@client.example', 'two@client.example', 'three@client.example'];

const linkOf = ({ text = '' }: Pick<Delivered, 'text'>) => /https?:\/\/\S+\/r\/[\w-]{64}/.exec(text)?.[0];

// An embedded database is in one process only.
it.skipIf(!onServer())(
  'a report whose process is killed in the middle of its mails sends each recipient the same Message-ID and link',
  async () => {
    const begun: { to: string; messageId: string | undefined; link: string | undefined }[] = [];
    const smtp = await smtpForThisTest({
      takes(mail) {
        if (!RECIPIENTS.includes(mail.recipients.join())) return undefined;
        begun.push({ to: mail.recipients.join(), messageId: mail.messageId, link: linkOf(mail) });
        // The first process gets no answer for any mail before it is killed.
        return begun.length <= 3 ? new Promise(() => {}) : undefined;
      },
    });
    const portal = await portalForThisTest({ env: { SEED_DEMO: 'false' } });
    const { ENCRYPTION_KEY = '', SIGNING_KEY } = portal.deps.env;
    const variables = {
      ...portal.database.variables,
      SEED_DEMO: 'false',
      ENCRYPTION_KEY,
      SIGNING_KEY,
      PUBLIC_URL: 'https://portal.example.org',
      SMTP_URL: smtp.url,
    };
    const agency = await agencyOf(portal);
    const client = await portal.register({ orgName: 'Harbor Street Dental' });
    const schedule = await agency.makeSchedule({ clients: { ids: [client.orgId] }, recipients: RECIPIENTS });
    await agency.operator.post(`/api/operator/report-schedules/${schedule.id}/run`);
    await makePlanned(portal.deps);
    await sendDue(portal.deps);

    const first = await portalProcess(variables);
    await expect.poll(() => begun.length, { timeout: 60_000 }).toBe(3);
    await first.kill();
    // What a minute without a sign of life does.
    await portal.deps.database
      .asMaintenance()
      .update(reportRecipients)
      .set({ leasedUntil: sql`now() - interval '1 second'` });
    await Promise.all([portalProcess(variables), portalProcess(variables)]);

    await expect.poll(() => smtp.delivered.filter(linkOf).length, { timeout: 60_000 }).toBe(3);
    const [report] = await agency.reportsOf(client.orgId);
    await expect
      .poll(async () => (await agency.show(report?.id)).recipients.filter(({ sentAt }: { sentAt: unknown }) => sentAt))
      .toHaveLength(3);
    for (const email of RECIPIENTS) {
      const copies = begun.filter(({ to }) => to === email);
      expect(copies).toHaveLength(2);
      expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1);
      expect(new Set(copies.map(({ link }) => link)).size).toBe(1);
      expect(copies[0]?.link).toMatch(/^https:\/\/portal\.example\.org\/r\//);
    }
    expect(new Set(begun.map(({ link }) => link)).size).toBe(3);
  },
  240_000,
);
