import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { clientReports, organizations } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import type { Deps } from '../../server/deps.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { keptReports } from '../exports/public.ts';
import { printReport } from './print.ts';
import { languageOfReport } from './report-language.ts';
import { WORDS } from './words.ts';

export type ClientReport = typeof clientReports.$inferSelect;

/** Until when a report is one process’s to print: one that died leaves it to others after two minutes. */
export const PRINT_LEASE = sql`now() + interval '2 minutes'`;
/** Attempts to print a report, within about an hour; after that a person has to look. */
const ATTEMPTS = 12;
const BACKOFF = { firstSeconds: 10, mostSeconds: 600 };

/** What keeps a report back until a person approves it. */
const HOLDS = new Set(['broken_connection', 'not_comparable']);

const { clientId, id, status, revision } = clientReports;

/** Takes the report that is to be made first, with a lease. */
async function claimOne({ database }: Deps): Promise<ClientReport | undefined> {
  const first = sql`(
    select report.client_id, report.id from ${clientReports} as report
    join ${organizations} as client on client.id = report.client_id and client.status = 'active'
    where report.made_at is null and report.status in ('draft', 'approved') and report.next_attempt_at <= now()
      and (report.leased_until is null or report.leased_until < now())
    order by report.next_attempt_at, report.id limit 1 for no key update of report skip locked)`;
  const [claimed] = await database
    .asMaintenance()
    .update(clientReports)
    .set({
      leasedUntil: PRINT_LEASE,
      attempts: sql`${clientReports.attempts} + 1`,
    })
    .where(sql`(${clientId}, ${id}) in ${first}`)
    .returning();
  return claimed;
}

/** Prints and stores a report. What is found holds it back, unless a person has approved it. */
export async function makeReport(deps: Deps, tenant: Tenant, report: ClientReport): Promise<ClientReport | undefined> {
  const { database, use } = deps;
  const db = database.as(tenant);
  const language = await languageOfReport(database.accounts, tenant.clientId, report.plan);
  const { pdf, filename, findings } = await printReport(deps, db, tenant, report, language);
  const file = await use(keptReports).keep(tenant.clientId, pdf);
  const reason = findings.flatMap(({ kind, text }) => (HOLDS.has(kind) ? [text] : [])).join(' ');
  const isHeld = reason !== '' && !report.cleared && report.status !== 'held';
  const [made] = await db
    .update(clientReports)
    .set({
      ...(isHeld && { status: 'held' as const, reason }),
      findings,
      file,
      filename,
      size: pdf.length,
      sha256: createHash('sha256').update(pdf).digest('hex'),
      madeAt: sql`now()`,
      leasedUntil: null,
    })
    .where(ownedBy(tenant, clientReports, eq(id, report.id), eq(revision, report.revision), eq(status, report.status)))
    .returning();
  // Of other notes, or of a report that was decided on meanwhile: the next round prints those.
  const unused = made ? report.file : file;
  if (unused)
    await use(keptReports)
      .remove(unused)
      .catch((err) => deps.log.warn({ err }, 'A report that is not needed any more could not be deleted.'));
  return made;
}

/** Puts a report off until the next attempt, and after the last one holds it. */
async function putOff({ database }: Deps, tenant: Tenant, report: ClientReport) {
  const language = await languageOfReport(database.accounts, tenant.clientId, report.plan);
  const seconds = Math.min(BACKOFF.mostSeconds, BACKOFF.firstSeconds * 2 ** report.attempts);
  const isLast = report.attempts >= ATTEMPTS;
  await database
    .as(tenant)
    .update(clientReports)
    .set({
      leasedUntil: null,
      nextAttemptAt: sql`now() + ${seconds} * interval '1 second'`,
      ...(isLast && { status: 'held' as const, reason: WORDS[language].notPrinted, attempts: 0 }),
    })
    .where(and(ownedBy(tenant, clientReports, eq(id, report.id)), eq(status, report.status)));
}

/** Makes the reports that are planned, one after the other. */
export async function makePlanned(deps: Deps) {
  for (;;) {
    const report = await claimOne(deps);
    if (!report) return;
    const tenant = await findTenant(deps.database.accounts, report.clientId);
    if (!tenant) continue;
    await makeReport(deps, tenant, report).catch(async (err) => {
      deps.log.warn({ err, report: report.id }, 'A report could not be made.');
      await putOff(deps, tenant, report);
    });
  }
}
