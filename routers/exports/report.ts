import { z } from 'zod';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { reports } from './report/reports.ts';

const { get } = rest('Exports');

const Report = z.object({
  ok: z.literal(true),
  url: z.url().meta({ description: 'Opens for 15 minutes, without a session.' }),
  filename: z.string(),
  size: z.number().int().meta({ description: 'In bytes.' }),
});

export const reportExportProcedures = {
  report: tenantProcedure
    .meta(
      get('/exports/report', 'The latest visibility report as a PDF, made now unless nothing has changed', {
        errorBody: 'report',
      }),
    )
    .output(Report)
    .query(async ({ ctx: { deps, db, tenant } }) => ({ ok: true, ...(await deps.use(reports).latest(db, tenant)) })),
};
