import { z } from 'zod';
import { outside } from '../../server/http/admission.ts';
import { RATES } from '../../server/limits/rates.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { recordUsage } from '../records/record-usage.ts';
import { Success } from '../values/shapes.ts';
import { reports } from './report/reports.ts';
import { REPORTS } from './report/settings.ts';

const { get } = rest('Exports', { support: 'never' });

const ReportFile = z
  .object({
    ok: Success,
    url: z.url().meta({
      description: 'Address of the PDF. Valid for 15 minutes, without a session.',
      example:
        'https://portal.example.com/reports/kq3Vd9xT0m1bYfHnR7cJ2wLpD5sUaE8gKiN4oVtB6yM/visibility-report-harbor-street-dental-2026-02-15.pdf',
    }),
    filename: z
      .string()
      .meta({ description: 'Name of the file.', example: 'visibility-report-harbor-street-dental-2026-02-15.pdf' }),
    size: z.number().int().meta({ description: 'Size in bytes.', example: 284113 }),
  })
  .meta({ id: 'ReportFile', description: 'A PDF report to download.' });

export const reportExportProcedures = {
  report: tenantProcedure
    .meta(
      get('/exports/report', 'Export the visibility report as PDF', {
        description: `Creates the report of the latest scan in the language of the caller’s profile (English or German), or reuses the stored file if nothing has changed. At most ${RATES.reports.max} reports an hour are created for an organization; further ones return 429, and stored ones do not count. The newest ${REPORTS.kept} files are kept. Returns 503 if no PDF can be created at the moment.`,
        returns: 'The address, name and size of the PDF.',
        errorBody: 'report',
      }),
    )
    .output(ReportFile)
    .query(async ({ ctx }) => {
      const { caller, db, tenant, request } = ctx;
      const reader = caller.kind === 'person' ? caller.user.id : undefined;
      const file = await outside(request, () => ctx.deps.use(reports).latest(db, tenant, reader));
      await recordUsage(ctx, 'report_exported');
      return { ok: true, ...file };
    }),
};
