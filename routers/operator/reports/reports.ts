import { and } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb, Reach } from '../../../db/handles.ts';
import { endPage, PAGED } from '../../../server/lists/page.ts';
import type { HandlerDeps } from '../../../server/trpc/context.ts';
import { operatorProcedure } from '../../../server/trpc/procedures.ts';
import { OrgId } from '../../auth/public.ts';
import {
  ListedReport,
  OperatorReport,
  operatorReports,
  ReportNotes,
  ReportSummary,
  reportFilter,
  reportOrder,
} from '../../reports/public.ts';
import { ById, Data, paging } from '../../values/shapes.ts';
import { type Actor, holdRole, noteAction, type OperatorAction } from '../actions.ts';
import { operatorRoutes, Reason } from '../shapes.ts';

const { get, post, put } = operatorRoutes;

const Filter = z.object({
  ...paging(50, 200),
  status: ListedReport.shape.status.describe('Only reports of this status.').optional(),
  clientId: OrgId.describe('Only reports of this client.').optional(),
});

type Reports = ReturnType<ReturnType<typeof operatorReports.open>>;
type Found = Awaited<ReturnType<Reports['find']>>;

const CHANGED = { returns: 'The report after the change.', creates: false, errors: ['INVALID_TRANSITION'] as const };

/** Notes what an operator does with a report, does it, and shows the report. What is refused is not noted. */
async function act(
  ctx: Actor & { db: AccountDb; deps: HandlerDeps; reach: Reach },
  { reportId, type }: { reportId: string; type: OperatorAction },
  work: (reports: Reports, found: Found) => Promise<Found>,
) {
  const reports = ctx.deps.use(operatorReports)(ctx.reach);
  const found = await reports.find(reportId);
  // Held before the work: a call that was admitted before its role ended must change nothing.
  await ctx.db.transaction((tx) => holdRole(tx, ctx));
  const done = await work(reports, found);
  await noteAction(ctx.db, ctx, type, { orgId: found.tenant.clientId });
  return { ok: true as const, data: await reports.show(done) };
}

export const operatorReportProcedures = {
  list: operatorProcedure
    .meta(
      get('/operator/reports', 'List reports of all clients', {
        description: 'The reports that are planned, wait for a review, are held or were sent.',
        returns: 'The reports, newest first, and what of all of them is due.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(Data(z.array(ListedReport).describe('The reports, newest first.')).extend({ summary: ReportSummary }))
    .query(async ({ ctx, input }) => {
      const reports = ctx.deps.use(operatorReports)(ctx.reach);
      const found = reportFilter(input);
      const [rows, due] = await Promise.all([
        reports.list(and(found, reportOrder.after(input.after)), input.limit + 1),
        reports.due(found),
      ]);
      const data = endPage(ctx, input, rows, (row) => reportOrder.cursorOf([row.createdAt.toISOString(), row.id]));
      return { ok: true, data, summary: { due } };
    }),

  get: operatorProcedure
    .meta(
      get('/operator/reports/{id}', 'Get a report of a client', {
        description: 'A report with its notes, what was found, its PDF, and what became of its emails.',
        returns: 'The report.',
      }),
    )
    .input(ById)
    .output(Data(OperatorReport))
    .query(async ({ ctx, input }) => {
      const reports = ctx.deps.use(operatorReports)(ctx.reach);
      return { ok: true, data: await reports.show(await reports.find(input.id)) };
    }),

  update: operatorProcedure
    .meta(
      put('/operator/reports/{id}', 'Update the notes of a report', {
        description:
          'Writes notes on sections, others stay, and prints the report anew with them and the figures of now. Drafts and held reports only.',
        ...CHANGED,
        errors: ['INVALID_TRANSITION', 'SERVICE_UNAVAILABLE'],
      }),
    )
    .input(ById.extend({ notes: ReportNotes }))
    .output(Data(OperatorReport))
    .mutation(({ ctx, input: { id, notes } }) =>
      act(ctx, { reportId: id, type: 'report_noted' }, (reports, found) => reports.note(found, notes)),
    ),

  approve: operatorProcedure
    .meta(
      post('/operator/reports/{id}/approve', 'Approve a report', {
        description:
          'Lets a report be sent when it is due, or at once after that, whatever was found. Repeating it changes nothing. `PLAN_LIMIT`: it is held as past the reports that the plan grants in a month, and the plan grants no more.',
        ...CHANGED,
        errors: ['PLAN_LIMIT'],
      }),
    )
    .input(ById)
    .output(Data(OperatorReport))
    .mutation(({ ctx, input: { id } }) =>
      act(ctx, { reportId: id, type: 'report_approved' }, (reports, found) => reports.approve(found)),
    ),

  hold: operatorProcedure
    .meta(
      post('/operator/reports/{id}/hold', 'Hold a report', {
        description: 'Keeps a report back until somebody approves it.',
        ...CHANGED,
      }),
    )
    .input(ById.extend({ reason: Reason.optional() }))
    .output(Data(OperatorReport))
    .mutation(({ ctx, input: { id, reason } }) =>
      act(ctx, { reportId: id, type: 'report_held' }, (reports, found) => reports.hold(found, reason)),
    ),

  send: operatorProcedure
    .meta(
      post('/operator/reports/{id}/send', 'Send a report now', {
        description: 'Sends an approved report before it is due.',
        ...CHANGED,
        errors: ['INVALID_TRANSITION', 'SERVICE_UNAVAILABLE'],
      }),
    )
    .input(ById)
    .output(Data(OperatorReport))
    .mutation(({ ctx, input: { id } }) =>
      act(ctx, { reportId: id, type: 'report_sent' }, (reports, found) => reports.send(found)),
    ),
};
