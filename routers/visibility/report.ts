import { z } from 'zod';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, parsedOnce } from '../values/shapes.ts';
import { latestScan, overallScore } from './latest-scan.ts';
import { ScanDate } from './shapes.ts';

const { get } = rest('Visibility');

const Availability = z
  .object({
    hasReport: z.boolean().describe('Whether there is a completed scan to report on.'),
    clientName: z.string().meta({ description: 'Name of the organization.', example: 'Harbor Street Dental' }),
    overallScore: z
      .number()
      .nullable()
      .meta({ description: 'Overall score of the latest scan, 0–100; null before the first.', example: 71.4 }),
    lastScanDate: ScanDate,
  })
  .meta({ id: 'ReportAvailability', description: 'Whether a visibility report is available.' });

export const reportProcedures = {
  report: tenantProcedure
    .meta(
      get('/visibility/report', 'Check whether a visibility report is available', {
        tool: { name: 'check_report', hint: 'People download the report from the portal.' },
        versioned: true,
        description: 'A report needs a completed scan. Download it with `GET /exports/report`.',
        returns: 'The availability of the report.',
      }),
    )
    .output(parsedOnce(Data(Availability)))
    .query(({ ctx: { deps, db, tenant } }) =>
      deps.cache(['report', tenant.clientId, tenant.scoresVersion], async () => {
        const scan = await latestScan(db, tenant);
        const score = scan ? overallScore(scan) : null;
        const { name: clientName } = tenant;
        const data = { hasReport: Boolean(scan), clientName, overallScore: score, lastScanDate: scan?.asOf ?? null };
        return { ok: true as const, data };
      }),
    ),
};
