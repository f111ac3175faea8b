import { and, asc, count, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Reach } from '../../db/handles.ts';
import { clientReports, organizations, reportRecipients } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import type { Deps } from '../../server/deps.ts';
import { notFound, PortalError } from '../../server/errors.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { service } from '../../server/services.ts';
import { planGrants } from '../plans/granted.ts';
import { withinPlan } from '../plans/within-plan.ts';
import { type ClientReport, makeReport, PRINT_LEASE } from './make.ts';
import { pdfOf } from './pdf-of.ts';
import { languageOfReport } from './report-language.ts';
import { sendReport } from './send.ts';
import { type ListedReport, MOST_DUE, type OperatorReport, type ReportNotes } from './shapes.ts';
import { WORDS } from './words.ts';

const { id, status, createdAt } = clientReports;

/** Newest first, over all clients. */
export const reportOrder = keyset('operator reports', 'desc', [createdAt, KEY.moment], [id, KEY.id]);

/** How often a print begins anew when the notes were changed meanwhile. */
const PRINTS = 3;

interface Found {
  tenant: Tenant;
  report: ClientReport;
}

const listed = (report: ClientReport, clientName: string): z.input<typeof ListedReport> => ({
  id: report.id,
  clientId: report.clientId,
  clientName,
  name: report.plan.name,
  scheduleId: report.scheduleId,
  status: report.status,
  reason: report.reason,
  period: { from: report.periodFrom, to: report.periodTo },
  dueAt: report.dueAt,
  made: report.madeAt !== null,
  pitch: report.plan.kind === 'once',
  createdAt: report.createdAt,
  sentAt: report.sentAt,
});

const refuse = (sentence: string) => new PortalError('INVALID_TRANSITION', sentence);
const SENT = 'This report has been sent and stays as it is.';

/** Prints reports for whoever sends them: calls at the same time share one print. */
const sharedPrints = service((deps: Deps) => {
  const running = new Map<string, Promise<ClientReport | undefined>>();
  return ({ tenant, report }: Found) => {
    const key = `${report.id} ${report.revision}`;
    const print = running.get(key) ?? makeReport(deps, tenant, report).finally(() => running.delete(key));
    running.set(key, print);
    return print;
  };
});

/** What operators do with the reports of all clients, or of those that they reach. */
export const operatorReports = service((deps: Deps) => (reach: Reach) => {
  const { database } = deps;
  const { clients: readable } = database.within(reach);

  /** @throws NOT_FOUND */
  async function find(reportId: string): Promise<Found> {
    const [report] = await readable.select().from(clientReports).where(eq(id, reportId));
    const tenant = report && (await findTenant(database.accounts, report.clientId));
    if (!tenant) throw notFound();
    return { tenant, report };
  }

  /** Changes a report of one of these states. Undefined when it has another one by now. */
  async function change(
    { tenant, report }: Found,
    from: ClientReport['status'][],
    set: { [Field in keyof ClientReport]?: unknown },
  ) {
    const [changed] = await database
      .as(tenant)
      .update(clientReports)
      .set(set as Partial<ClientReport>)
      .where(ownedBy(tenant, clientReports, eq(id, report.id), inArray(status, from)))
      .returning();
    return changed;
  }

  return {
    find,

    async list(some: SQL | undefined, limit: number) {
      const rows = await readable
        .select({ report: clientReports, clientName: organizations.name })
        .from(clientReports)
        .innerJoin(organizations, eq(organizations.id, clientReports.clientId))
        .where(some)
        .orderBy(...reportOrder.orderBy)
        .limit(limit);
      return rows.map(({ report, clientName }) => listed(report, clientName));
    },

    /** How many reports of each name wait to be sent on the days on which they are due, of UTC. */
    due(some: SQL | undefined) {
      const name = sql<string>`${clientReports.plan}->>'name'`;
      const day = sql<string>`to_char(${clientReports.dueAt} at time zone 'UTC', 'YYYY-MM-DD')`;
      return readable
        .select({ day, name, status, reports: count() })
        .from(clientReports)
        .where(and(ne(status, 'sent'), some))
        .groupBy(day, name, status)
        .orderBy(asc(day), asc(name), asc(status))
        .limit(MOST_DUE);
    },

    async show({ tenant, report }: Found): Promise<z.input<typeof OperatorReport>> {
      const { email, bcc, sentAt, error } = reportRecipients;
      const recipients = await database
        .as(tenant)
        .select({ email, bcc, sentAt, error })
        .from(reportRecipients)
        .where(ownedBy(tenant, reportRecipients, eq(reportRecipients.reportId, report.id)))
        .orderBy(asc(bcc), asc(email))
        .limit(1000);
      return {
        ...listed(report, tenant.name),
        sections: report.plan.sections as z.input<typeof OperatorReport>['sections'],
        notes: report.notes,
        findings: report.findings as z.input<typeof OperatorReport>['findings'],
        recipients,
        pdf: await pdfOf(deps, report),
      };
    },

    /**
     * Stores notes and prints a report that was printed before with them. Without a print that succeeds it counts as
     * not made, so that no PDF is sent that lacks them.
     *
     * @throws INVALID_TRANSITION
     */
    async note(found: Found, notes: z.output<typeof ReportNotes>): Promise<Found> {
      const { tenant, report: before } = found;
      const merged = { ...before.notes, ...notes };
      const printsNow = before.madeAt !== null;
      const set = {
        notes: merged,
        revision: sql`${clientReports.revision} + 1`,
        nextAttemptAt: sql`now()`,
        madeAt: null,
      };
      let report = await change(found, ['draft', 'held'], { ...set, ...(printsNow && { leasedUntil: PRINT_LEASE }) });
      if (!report) throw refuse(before.status === 'sent' ? SENT : 'Hold this report before you change it.');
      try {
        for (let print = 1; printsNow && !report.madeAt && print <= PRINTS; print++)
          report = (await makeReport(deps, tenant, report)) ?? (await find(report.id)).report;
      } catch (err) {
        deps.log.warn({ err, report: report.id }, 'A report could not be printed with new notes.');
        report = (await change(found, ['draft', 'held'], { leasedUntil: null })) ?? report;
      }
      return { tenant, report };
    },

    /**
     * Lets a report be sent when it is due, whatever was found. Sent and approved ones stay as they are.
     *
     * @throws PLAN_LIMIT for one past what the plan grants, while it grants no more
     */
    async approve({ tenant, report }: Found): Promise<Found> {
      const granted = await deps.use(planGrants).of(tenant.clientId);
      const one = ownedBy(tenant, clientReports, eq(id, report.id), inArray(status, ['draft', 'held']));
      await database.as(tenant).transaction(async (tx) => {
        const [waiting] = await tx.select().from(clientReports).where(one).for('update');
        if (waiting?.countedAt === null) await withinPlan(tx, tenant, granted, { limit: 'reportsAMonth' });
        const countedAt = sql`coalesce(${clientReports.countedAt}, now())`;
        const cleared = {
          status: 'approved' as const,
          cleared: true,
          reason: null,
          nextAttemptAt: sql`now()`,
          countedAt,
        };
        await tx.update(clientReports).set(cleared).where(one);
      });
      return find(report.id);
    },

    /** @throws INVALID_TRANSITION for a sent one */
    async hold(found: Found, reason: string | undefined): Promise<Found> {
      const language = await languageOfReport(database.accounts, found.tenant.clientId, found.report.plan);
      const held = { status: 'held' as const, reason: reason ?? WORDS[language].byPerson };
      const changed = await change(found, ['draft', 'approved', 'held'], held);
      if (!changed) throw refuse(SENT);
      return { ...found, report: changed };
    },

    /** Sends an approved report now. @throws INVALID_TRANSITION */
    async send(found: Found): Promise<Found> {
      const { tenant } = found;
      if (found.report.status === 'sent') throw refuse(SENT);
      if (found.report.status !== 'approved') throw refuse('Approve this report before it is sent.');
      if (tenant.status !== 'active') throw refuse('The client is not active.');
      const report = found.report.madeAt ? found.report : await deps.use(sharedPrints)(found);
      const sent = report && (await sendReport(deps, tenant, report));
      if (!sent || sent.status === 'held') throw refuse(sent?.reason ?? 'This report is not approved any more.');
      return { tenant, report: sent };
    },
  };
});

/** The condition of a list of the operator. */
export const reportFilter = (only: { status?: ClientReport['status'] | undefined; clientId?: string | undefined }) =>
  and(
    only.status === undefined ? undefined : eq(status, only.status),
    only.clientId === undefined ? undefined : eq(clientReports.clientId, only.clientId),
  );
