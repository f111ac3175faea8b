import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import type { Tenant } from '../../db/tenant.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { readActionItemsSummary, readGoalsSummary } from '../dashboard/public.ts';
import { todayIn } from '../days.ts';
import { Data, parsedOnce, Timestamp } from '../shapes.ts';
import { listingSummary } from './figures/listings.ts';
import { topRecommendations } from './figures/recommendations.ts';
import { latestScan, overallScore, scoreChange, scoresBefore } from './latest-scan.ts';
import { ListingSummary, Recommendation, ScorePoint } from './shapes.ts';

const { get } = rest('Visibility');

const TREND = 12;
const TOP = 3;

const Count = z.number().int();

const Overview = z.object({
  clientName: z.string(),
  vertical: z.string().nullable(),
  score: z.object({
    dynamicScore: z.number().nullable(),
    rawScore: z.number().nullable(),
    confidence: z.number().nullable(),
    /** Since the scan before. */
    change: z.number().nullable(),
  }),
  scoreTrend: z.array(ScorePoint).max(TREND),
  aeo: z.object({ score: z.number().nullable(), coverage: z.enum(['standard', 'limited']).nullable() }),
  listings: ListingSummary,
  goals: z.object({ total: Count, completed: Count, inProgress: Count, overdue: Count }),
  actionItems: z.object({ open: Count, overdue: Count }),
  topRecommendations: z.array(Recommendation).max(TOP),
  lastScanDate: Timestamp.nullable(),
});

async function readScans(db: TenantDb, tenant: Tenant) {
  const scan = await latestScan(db, tenant, ['aeo', 'listings', 'recommendations']);
  // Read from the latest scan backwards: one that comes in meanwhile is in none of it.
  const earlier = scan ? await scoresBefore(db, tenant, scan, TREND - 1) : [];
  const { aeo, listings } = scan?.parts ?? {};
  return {
    score: {
      dynamicScore: scan ? overallScore(scan) : null,
      rawScore: scan?.rawScore ?? null,
      confidence: scan?.confidence ?? null,
      change: scoreChange(scan, earlier.at(-1)),
    },
    scoreTrend: scan ? [...earlier, scan] : [],
    aeo: { score: aeo?.aeo_visibility_score ?? null, coverage: aeo?.coverage ?? null },
    listings: listingSummary(listings ?? []),
    topRecommendations: topRecommendations(tenant.clientId, scan, TOP),
    lastScanDate: scan?.asOf ?? null,
  };
}

export const overviewProcedures = {
  overview: tenantProcedure
    .meta(get('/visibility/overview', 'How the organization stands, at a glance'))
    .output(parsedOnce(Data(Overview)))
    .query(({ ctx: { deps, db, tenant } }) => {
      const { clientId, name: clientName, vertical, timezone, scoresVersion, factsVersion } = tenant;
      const today = todayIn(timezone);
      return deps.cache(['overview', clientId, scoresVersion, factsVersion, today], async () => {
        const [scans, goals, actionItems] = await Promise.all([
          readScans(db, tenant),
          readGoalsSummary(db, tenant, today),
          readActionItemsSummary(db, tenant, today),
        ]);
        return { ok: true as const, data: { clientName, vertical, ...scans, goals, actionItems } };
      });
    }),
};
