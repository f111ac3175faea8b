import { z } from 'zod';
import { rest } from '../../server/rest.ts';
import { tenantProcedure } from '../../server/trpc.ts';
import { latestScan, overallScore } from '../../server/visibility/latest-scan.ts';
import { Data, parsedOnce, Timestamp } from '../shapes.ts';

const { get } = rest('Visibility');

const Availability = z.object({
  hasReport: z.boolean(),
  clientName: z.string(),
  overallScore: z.number().nullable(),
  lastScanDate: Timestamp.nullable(),
});

export const reportProcedures = {
  report: tenantProcedure
    .meta(get('/visibility/report', 'Whether there is a completed scan to report on'))
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
