import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { AccountDb, TenantDb } from '../../db/handles.ts';
import {
  clientReports,
  memberships,
  organizations,
  reportLinks,
  reportRecipients,
  reportUnsubscribes,
  users,
} from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import type { Deps } from '../../server/deps.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { fingerprint } from '../../server/identity/tokens.ts';
import { stableId } from '../records/stable-id.ts';
import { addressHashOf, recipientToken } from './link-tokens.ts';
import type { ClientReport } from './make.ts';
import { languageOfReport } from './report-language.ts';
import { LINKS, MOST_RECIPIENTS } from './settings.ts';
import { WORDS } from './words.ts';

const AT_ONCE = 100;

interface Recipient {
  email: string;
  bcc: boolean;
}

/** The addresses of the members of a client that are verified. */
const membersOf = (db: AccountDb, clientId: string) =>
  db
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.orgId, clientId), eq(users.emailVerified, true)))
    .orderBy(asc(users.id))
    .limit(MOST_RECIPIENTS);

/** To whom a report goes: each address once, in the open if it is named in both ways. */
async function recipientsOf(db: AccountDb, clientId: string, { plan }: Pick<ClientReport, 'plan'>) {
  const open = plan.recipients ?? (await membersOf(db, clientId)).map(({ email }) => email);
  const all = new Map<string, Recipient>();
  for (const email of plan.bcc) all.set(email, { email, bcc: true });
  for (const email of open) all.set(email, { email, bcc: false });
  return [...all.values()];
}

/** Those who still want the reports of the client. */
async function wanting(tx: TenantDb, tenant: Tenant, recipients: Recipient[]) {
  const hashes = recipients.map(({ email }) => addressHashOf(email));
  if (hashes.length === 0) return [];
  const gone = await tx
    .select({ addressHash: reportUnsubscribes.addressHash })
    .from(reportUnsubscribes)
    .where(ownedBy(tenant, reportUnsubscribes, inArray(reportUnsubscribes.addressHash, hashes)));
  const left = new Set(gone.map(({ addressHash }) => addressHash));
  return recipients.filter(({ email }) => !left.has(addressHashOf(email)));
}

/** Stores recipients and their links. Ids and tokens follow from the report and the address. */
async function addressTo(tx: TenantDb, { env }: Pick<Deps, 'env'>, report: ClientReport, recipients: Recipient[]) {
  const { clientId, id: reportId } = report;
  const expiresAt = new Date(Date.now() + LINKS.ofMails);
  const rows = recipients.map((one) => ({
    ...one,
    clientId,
    reportId,
    id: stableId(clientId, 'report recipient', `${reportId} ${one.email}`),
  }));
  await tx.insert(reportRecipients).values(rows);
  await tx.insert(reportLinks).values(
    rows.map(({ id: recipientId }) => ({
      clientId,
      reportId,
      recipientId,
      tokenHash: fingerprint(recipientToken(env, clientId, recipientId)),
      expiresAt,
    })),
  );
}

/**
 * Sends an approved report: from then on it stays as it is, and its mails are on their way. Where nobody would get it,
 * it is held. Undefined when it is not approved (any more).
 */
export async function sendReport(deps: Deps, tenant: Tenant, report: ClientReport): Promise<ClientReport | undefined> {
  const { accounts } = deps.database;
  const all = await recipientsOf(accounts, tenant.clientId, report);
  const language = await languageOfReport(accounts, tenant.clientId, report.plan);
  return deps.database.as(tenant).transaction(async (tx) => {
    const one = ownedBy(tenant, clientReports, eq(clientReports.id, report.id), eq(clientReports.status, 'approved'));
    const [locked] = await tx.select().from(clientReports).where(one).for('update');
    if (!locked?.madeAt) return undefined;
    const recipients = await wanting(tx, tenant, all);
    const isSent = recipients.length > 0;
    if (isSent) await addressTo(tx, deps, locked, recipients);
    const [changed] = await tx
      .update(clientReports)
      .set(
        isSent
          ? { status: 'sent', sentAt: sql`now()`, reason: null }
          : { status: 'held', reason: WORDS[language].nobody },
      )
      .where(one)
      .returning();
    return changed;
  });
}

/** Sends the approved reports whose time has come, of active clients. */
export async function sendDue(deps: Deps) {
  const due = await deps.database
    .asMaintenance()
    .select({ report: clientReports })
    .from(clientReports)
    .innerJoin(organizations, and(eq(organizations.id, clientReports.clientId), eq(organizations.status, 'active')))
    .where(
      and(eq(clientReports.status, 'approved'), lte(clientReports.sendAt, sql`now()`), isNotNull(clientReports.madeAt)),
    )
    .orderBy(asc(clientReports.sendAt))
    .limit(AT_ONCE);
  for (const { report } of due) {
    const tenant = await findTenant(deps.database.accounts, report.clientId);
    if (tenant)
      await sendReport(deps, tenant, report).catch((err) =>
        deps.log.warn({ err, report: report.id }, 'A report could not be sent and will be tried again.'),
      );
  }
}
