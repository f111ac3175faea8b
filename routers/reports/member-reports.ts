import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { clientReports } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { notFound } from '../../server/errors.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { ById, Data, Paging } from '../values/shapes.ts';
import type { ClientReport } from './make.ts';
import { pdfOf } from './pdf-of.ts';
import { ListedMemberReport, MemberReport } from './shapes.ts';

const { get } = rest('Reports');

const { id, status, sentAt } = clientReports;
const order = keyset('reports', 'desc', [sentAt, KEY.moment], [id, KEY.id]);

const shown = (report: ClientReport) => ({
  id: report.id,
  name: report.plan.name,
  status: report.status,
  period: { from: report.periodFrom, to: report.periodTo },
  createdAt: report.createdAt,
  sentAt: report.sentAt,
});

/** Finds a report that was sent to the organization. @throws NOT_FOUND */
export async function findSentReport(db: TenantDb, tenant: Tenant, reportId: string) {
  const [report] = await db
    .select()
    .from(clientReports)
    .where(ownedBy(tenant, clientReports, eq(id, reportId), eq(status, 'sent')));
  if (!report) throw notFound();
  return report;
}

export const memberReportProcedures = {
  list: tenantProcedure
    .meta(
      get('/reports', 'List reports', {
        tool: { name: 'list_reports', hint: 'People open their PDFs in the portal.' },
        description: 'The reports that were sent to the organization.',
        returns: 'The reports, last sent first.',
        ...PAGED,
      }),
    )
    .input(Paging(50, 200))
    .output(Data(z.array(ListedMemberReport).describe('The reports, last sent first.')))
    .query(async ({ ctx, input }) => {
      const rows = await ctx.db
        .select()
        .from(clientReports)
        .where(ownedBy(ctx.tenant, clientReports, eq(status, 'sent'), order.after(input.after)))
        .orderBy(...order.orderBy)
        .limit(input.limit + 1);
      const page = endPage(ctx, input, rows, (row) => order.cursorOf([row.sentAt?.toISOString() ?? '', row.id]));
      return { ok: true, data: page.map(shown) };
    }),

  get: tenantProcedure
    .meta(
      get('/reports/{id}', 'Get a report', {
        description: 'A report that was sent to the organization.',
        returns: 'The report, with the address of its PDF.',
      }),
    )
    .input(ById)
    .output(Data(MemberReport))
    .query(async ({ ctx: { db, tenant, deps }, input }) => {
      const report = await findSentReport(db, tenant, input.id);
      return { ok: true, data: { ...shown(report), pdf: await pdfOf(deps, report) } };
    }),
};
