import { z } from 'zod';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, parsedOnce, Timestamp } from '../shapes.ts';
import { latestScan, overallScore } from './latest-scan.ts';

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
