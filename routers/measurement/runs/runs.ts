import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { measurementAnswers, measurementRuns } from '../../../db/schema/index.ts';
import { ownedBy } from '../../../db/tenant.ts';
import { PortalError } from '../../../server/errors.ts';
import { KEY } from '../../../server/lists/cursor.ts';
import { keyset } from '../../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../../server/lists/page.ts';
import { adminOnly, tenantProcedure } from '../../../server/trpc/procedures.ts';
import { rest } from '../../../server/trpc/rest.ts';
import { ById, Data, Nothing, Paging } from '../../values/shapes.ts';
import { MeasurementRun } from '../shapes.ts';
import { findRun, withEngines } from './read-runs.ts';
import { recountRun } from './recount.ts';
import { runAnswers } from './run-answers.ts';
import { startRun } from './start-run.ts';

const { get, post } = rest('Measurement');

const order = keyset('measurement-runs', 'desc', [measurementRuns.createdAt, KEY.moment], [measurementRuns.id, KEY.id]);

export const runProcedures = {
  list: tenantProcedure
    .meta(get('/visibility/measurement/runs', 'List runs', { returns: 'The runs, newest first.', ...PAGED }))
    .input(Paging(20, 100))
    .output(Data(z.array(MeasurementRun).describe('The runs, newest first.')))
    .query(async ({ ctx, input }) => {
      const rows = await ctx.db
        .select()
        .from(measurementRuns)
        .where(ownedBy(ctx.tenant, measurementRuns, order.after(input.after)))
        .orderBy(...order.orderBy)
        .limit(input.limit + 1);
      const page = endPage(ctx, input, rows, (row) => order.cursorOf([row.createdAt.toISOString(), row.id]));
      return { ok: true, data: await withEngines(ctx.db, ctx.tenant, page) };
    }),

  create: tenantProcedure
    .meta(
      post('/visibility/measurement/runs', 'Start a run', {
        description:
          'Asks the active questions of the enabled assistants, as often as the measurement says, and publishes the answers as a scan. Administrators only.',
        returns: 'The run, which goes on by itself.',
        status: 202,
        errors: ['RUN_IN_PROGRESS', 'BUDGET_EXCEEDED', 'PLAN_LIMIT', 'RUN_TOO_LARGE', 'NOTHING_TO_ASK'],
      }),
    )
    .input(Nothing)
    .use(adminOnly)
    .output(Data(MeasurementRun))
    .mutation(async ({ ctx: { db, tenant, deps } }) => {
      const id = await startRun(db, tenant, deps, 'person');
      return { ok: true, data: await findRun(db, tenant, id) };
    }),

  get: tenantProcedure
    .meta(get('/visibility/measurement/runs/{id}', 'Get a run', { returns: 'The run.' }))
    .input(ById)
    .output(Data(MeasurementRun))
    .query(async ({ ctx: { db, tenant }, input: { id } }) => ({ ok: true, data: await findRun(db, tenant, id) })),

  answers: runAnswers,

  recount: tenantProcedure
    .meta(
      post('/visibility/measurement/runs/{id}/recount', 'Count a run again', {
        creates: false,
        description:
          'Reads the answers of an ended run again, with the names and the profile of today and the competitors of the run, and replaces its scan; other components of its score stay. Administrators only.',
        returns: 'The run.',
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(ById)
    .use(adminOnly)
    .output(Data(MeasurementRun))
    .mutation(async ({ ctx: { db, tenant }, input: { id } }) => {
      await recountRun(db, tenant, id);
      return { ok: true, data: await findRun(db, tenant, id) };
    }),

  cancel: tenantProcedure
    .meta(
      post('/visibility/measurement/runs/{id}/cancel', 'Cancel a run', {
        creates: false,
        description: 'No further call begins; what came stays. Administrators only.',
        returns: 'The cancelled run.',
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(ById)
    .use(adminOnly)
    .output(Data(MeasurementRun))
    .mutation(async ({ ctx: { db, tenant }, input: { id } }) => {
      await db.transaction(async (tx) => {
        const open = and(eq(measurementRuns.id, id), inArray(measurementRuns.status, ['queued', 'running']));
        const [run] = await tx
          .update(measurementRuns)
          .set({ status: 'cancelled', finishedAt: new Date() })
          .where(ownedBy(tenant, measurementRuns, open))
          .returning();
        if (!run) {
          await findRun(tx, tenant, id);
          throw new PortalError('INVALID_TRANSITION', 'This run has ended already.');
        }
        const waiting = and(eq(measurementAnswers.runId, id), eq(measurementAnswers.status, 'waiting'));
        await tx
          .update(measurementAnswers)
          .set({ status: 'skipped' })
          .where(ownedBy(tenant, measurementAnswers, waiting));
      });
      return { ok: true, data: await findRun(db, tenant, id) };
    }),
};
