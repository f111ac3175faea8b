import { and, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { clientReports, organizations, reportRecipients, reportUnsubscribes } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import type { Deps } from '../../server/deps.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { PermanentJobFailure } from '../../server/jobs/queue.ts';
import { complete, transportOf } from '../../server/mail/mailer.ts';
import { mailStylesFor } from '../../server/mail/recipients.ts';
import { siteAt } from '../../server/mail/template.ts';
import { service } from '../../server/services.ts';
import { keptReports } from '../exports/public.ts';
import { addressHashOf, recipientToken, unsubscribeToken } from './link-tokens.ts';
import { reportMail } from './mails.ts';
import { languageOfReport } from './report-language.ts';

type Recipient = typeof reportRecipients.$inferSelect;

const AT_ONCE = 5;
/** Longer than the whole delivery of a mail may take. A process that died leaves its mails to others after it. */
const LEASE = 60;
/** About two days of attempts. */
const ATTEMPTS = 300;
const BACKOFF = { firstSeconds: 5, mostSeconds: 600 };

const { clientId, id } = reportRecipients;

/** Where one click ends the reports of a client to an address. */
export const unsubscribePath = '/r/unsubscribe';

/** Takes so many mails of active clients that are to be sent, with a lease. */
const claimSome = ({ database }: Deps, most: number) =>
  database
    .asMaintenance()
    .update(reportRecipients)
    .set({
      leasedUntil: sql`now() + ${LEASE} * interval '1 second'`,
      attempts: sql`${reportRecipients.attempts} + 1`,
    })
    .where(
      sql`(${clientId}, ${id}) in (
        select mail.client_id, mail.id from ${reportRecipients} as mail
        join ${organizations} as client on client.id = mail.client_id and client.status = 'active'
        where mail.next_attempt_at <= now() and (mail.leased_until is null or mail.leased_until < now())
        order by mail.next_attempt_at, mail.id limit ${most} for no key update of mail skip locked)`,
    )
    .returning();

/** The mail to a recipient: each copy has the same id and the same link. Undefined when it is not wanted any more. */
async function writeMail({ database, env, use }: Deps, tenant: Tenant, { id: recipientId, email, ...of }: Recipient) {
  const db = database.as(tenant);
  const [report] = await db
    .select()
    .from(clientReports)
    .where(ownedBy(tenant, clientReports, eq(clientReports.id, of.reportId)));
  const left = await db
    .select({ addressHash: reportUnsubscribes.addressHash })
    .from(reportUnsubscribes)
    .where(ownedBy(tenant, reportUnsubscribes, eq(reportUnsubscribes.addressHash, addressHashOf(email))));
  if (!report?.file || !report.filename || left.length > 0) return undefined;

  const language = await languageOfReport(database.accounts, tenant.clientId, report.plan);
  const about = tenant.clientId;
  const styleOf = await mailStylesFor(database.accounts, [{ to: email, template: { about } }]);
  const link = `${env.PUBLIC_URL}/r/${recipientToken(env, tenant.clientId, recipientId)}`;
  const template = reportMail({ organization: tenant.name, report, link });
  const written = template.write(siteAt(env.APP_URL), language);
  const token = unsubscribeToken(env, tenant.clientId, email);
  const mail = {
    ...styleOf({ to: email, template: { about } }),
    ...written,
    language,
    kind: template.kind,
    to: email,
    about,
    unsubscribeUrl: `${env.PUBLIC_URL}${unsubscribePath}?token=${token}`,
  };
  const content = await use(keptReports).read(report.file);
  const attachments = [{ filename: report.filename, content, contentType: 'application/pdf' }];
  return { ...complete(env, recipientId, mail), hidden: of.bcc, attachments };
}

const after = (attempts: number) => Math.min(BACKOFF.mostSeconds, BACKOFF.firstSeconds * 2 ** Math.min(attempts, 10));

/** What became of an attempt. Refusals of the mail server stand at the recipient. */
function outcomeOf(error: unknown, { attempts }: Recipient) {
  const isOver = error instanceof PermanentJobFailure || attempts >= ATTEMPTS;
  return {
    error: error instanceof Error ? error.message.slice(0, 500) : 'The mail could not be sent.',
    nextAttemptAt: isOver ? null : sql`now() + ${after(attempts)} * interval '1 second'`,
  };
}

/** Sends the mails of reports, each recipient by itself: one that is refused or hangs keeps no other waiting. */
export const reportMails = service((deps) => {
  const { database, env, log } = deps;
  const send = transportOf(env);

  async function deliverOne(recipient: Recipient) {
    const tenant = await findTenant(database.accounts, recipient.clientId);
    if (!tenant) return;
    const settle = (fields: PgUpdateSetSource<typeof reportRecipients>) =>
      database
        .as(tenant)
        .update(reportRecipients)
        .set({ leasedUntil: null, ...fields })
        .where(and(ownedBy(tenant, reportRecipients, eq(id, recipient.id))));
    try {
      const mail = await writeMail(deps, tenant, recipient);
      if (!mail) return await settle({ nextAttemptAt: null, error: 'They do not want these reports any more.' });
      await send(mail);
    } catch (error) {
      log.warn({ err: error, recipient: recipient.id }, 'The mail with a report was not accepted.');
      return await settle(outcomeOf(error, recipient));
    }
    return settle({ sentAt: sql`now()`, nextAttemptAt: null, error: null });
  }

  let free = AT_ONCE;

  async function deliverFrom(first: Recipient) {
    let next: Recipient | undefined = first;
    while (next) {
      await deliverOne(next);
      [next] = await claimSome(deps, 1);
    }
  }

  return {
    /** Sends what is due, as far as there is room among the mails of this process that are on their way. */
    async sendDue() {
      const places = free;
      if (places === 0) return;
      free = 0;
      const claimed = await claimSome(deps, places).finally(() => {
        free += places;
      });
      free -= claimed.length;
      await Promise.all(
        claimed.map((recipient) =>
          deliverFrom(recipient).finally(() => {
            free++;
          }),
        ),
      );
    },
  };
});
