import { z } from 'zod';
import { notFound } from '../../../server/errors.ts';
import { service } from '../../../server/services.ts';
import { operatorProcedure } from '../../../server/trpc/procedures.ts';
import { readPlannedSchedules, runNow } from '../../reports/public.ts';
import { ById, Data } from '../../values/shapes.ts';
import { holdRole, noteAction } from '../actions.ts';
import { operatorRoutes } from '../shapes.ts';

/** Plans the reports of the next hour of a schedule. Whoever sees it reaches all clients that it is for. */
const scheduleRuns = service((deps) => (planned: Parameters<typeof runNow>[1]) => runNow(deps, planned));

export const reportRunProcedures = {
  run: operatorProcedure
    .meta(
      operatorRoutes.post('/operator/report-schedules/{id}/run', 'Start the next run of a report schedule', {
        description:
          'Makes the reports of its next hour at once, as they would be then. Those without a review are sent when they are made. What is there already is not made again.',
        returns: 'How many reports are new.',
        status: 202,
        creates: false,
      }),
    )
    .input(ById)
    .output(Data(z.object({ planned: z.number().int().describe('Reports that are made now.') })))
    .mutation(async ({ ctx, input }) => {
      const [planned] = await readPlannedSchedules(ctx.db, input.id);
      if (!planned) throw notFound();
      await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        await noteAction(tx, ctx, 'report_schedule_run', {});
      });
      return { ok: true, data: { planned: await ctx.deps.use(scheduleRuns)(planned) } };
    }),
};
