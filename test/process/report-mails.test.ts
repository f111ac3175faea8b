import { isNotNull, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { reportRecipients } from '../../db/schema/index.ts';
import { onServer } from '../helpers/database.ts';
import { portalForThisTest } from '../helpers/portal.ts';
import { portalProcess } from '../helpers/process.ts';
import { agencyOf } from '../helpers/reports.ts';
import { type Delivered, smtpForThisTest } from '../helpers/smtp.ts';

/** As many as two processes send at once. */
const RECIPIENTS = Array.from({ length: 10 }, (_, n) => `reader-${n}@client.example`);

const linkIn = ({ text = '' }: Delivered) => /https?:\/\/\S+\/r\/[\w-]{64}/.exec(text)?.[0];

// The same code on both databases: processes of the embedded one take most of a minute each.
it.skipIf(!onServer())(
  'of two processes one is killed while it sends a report: its mails come again as the same mails, and no other twice',
  async () => {
    const arrived: Delivered[] = [];
    const answer = Promise.withResolvers<void>();
    const smtp = await smtpForThisTest({
      takes(mail) {
        if (mail.attachments.length === 0) return undefined;
        arrived.push(mail);
        return answer.promise;
      },
    });
    const portal = await portalForThisTest({ env: { SMTP_URL: smtp.url, INSIGHTS_URL: 'http://127.0.0.1:9' } });
    const variables = { ...portal.database.variables, SEED_DEMO: 'false', PUBLIC_URL: 'http://localhost:3000' };
    const start = (name: string) => portalProcess({ ...variables, MAIL_FROM: `${name}@agency.example` });
    const [first] = await Promise.all([start('first'), start('second')]);
    const { makeSchedule, runPlanned, reportsOf, show } = await agencyOf(portal);
    const client = await portal.register();
    await runPlanned(await makeSchedule({ clients: { ids: [client.orgId] }, recipients: RECIPIENTS }));

    // The mail server has all mails, some of each process, and has accepted none yet.
    await expect.poll(() => arrived.length, { timeout: 60_000 }).toBe(RECIPIENTS.length);
    const lost = arrived.filter(({ from }) => from?.address?.startsWith('first')).length;
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(RECIPIENTS.length);
    await first.kill();
    answer.resolve();
    const isSettled = ({ sentAt }: { sentAt: string | null }) => sentAt !== null;
    const [{ id } = { id: '' }] = await reportsOf(client.orgId);
    const settled = async () => (await show(id)).recipients.filter(isSettled).length;
    await expect.poll(settled, { timeout: 60_000 }).toBe(RECIPIENTS.length - lost);
    // A minute later, by the clock of the database.
    const passMinute = () =>
      portal.deps.database
        .asMaintenance()
        .update(reportRecipients)
        .set({ leasedUntil: sql`now()` })
        .where(isNotNull(reportRecipients.leasedUntil))
        .returning({ id: reportRecipients.id });
    expect(await passMinute()).toHaveLength(lost);
    await expect.poll(settled, { timeout: 60_000 }).toBe(RECIPIENTS.length);

    const reports = smtp.delivered.filter(({ attachments }) => attachments.length > 0);
    const copies = Map.groupBy(reports, ({ recipients }) => recipients.join());
    expect([...copies.keys()].sort()).toEqual(RECIPIENTS.toSorted());
    expect(reports).toHaveLength(RECIPIENTS.length + lost);
    for (const what of [({ messageId }: Delivered) => messageId, linkIn]) {
      expect([...copies.values()].map((mails) => new Set(mails.map(what)).size)).toEqual(RECIPIENTS.map(() => 1));
      expect(new Set(reports.map(what)).size).toBe(RECIPIENTS.length);
    }
  },
);
