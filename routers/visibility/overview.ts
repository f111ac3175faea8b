import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import type { Tenant } from '../../db/tenant.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { pagesPublishedThisMonth } from '../cms/public.ts';
import { GoalsSummary, readActionItemsSummary, readGoalsSummary, readTasksDoneThisMonth } from '../dashboard/public.ts';
import { todayIn } from '../values/days.ts';
import { Data, parsedOnce } from '../values/shapes.ts';
import { withConnectedListings } from './directory-listings.ts';
import { listingSummary } from './figures/listings.ts';
import { topRecommendations } from './figures/recommendations.ts';
import { latestScan, overallScore, scoreChange, scoresBefore } from './latest-scan.ts';
import { ListingSummary, ScanDate, ScoreRun, VisibilityRecommendation } from './shapes.ts';

const { get } = rest('Visibility');

const TREND = 12;
const TOP = 3;

const Overview = z
  .object({
    clientName: z.string().meta({ description: 'Name of the organization.', example: 'Harbor Street Dental' }),
    vertical: z.string().nullable().meta({ description: 'Industry; null if unknown.', example: 'dental' }),
    score: z
      .object({
        dynamicScore: z.number().nullable().meta({ description: 'Overall score, 0–100.', example: 71.4 }),
        rawScore: z.number().nullable().meta({ description: 'Score before adjustments, 0–100.', example: 68.2 }),
        confidence: z.number().nullable().meta({ description: 'Confidence in the scores, 0–1.', example: 0.86 }),
        change: z
          .number()
          .nullable()
          .meta({ description: 'Change since the previous scan; null for the first.', example: 1.3 }),
      })
      .describe('Scores of the latest scan; null before the first.'),
    scoreTrend: z.array(ScoreRun).max(TREND).describe('Scores of the latest 12 scans, oldest first.'),
    aeo: z
      .object({
        score: z
          .number()
          .nullable()
          .meta({ description: 'Visibility in AI search, 0–100; null if not measured.', example: 47.3 }),
        coverage: z.enum(['standard', 'limited']).nullable().describe('Coverage of the measurement.'),
      })
      .describe('Visibility in AI search.'),
    listings: ListingSummary,
    goals: GoalsSummary,
    actionItems: z
      .object({
        open: z.number().int().meta({ description: 'Number of items to do, started or not.', example: 9 }),
        overdue: z.number().int().meta({ description: 'Number of overdue items.', example: 2 }),
      })
      .describe('Number of action items.'),
    work: z
      .object({
        tasksDone: z.int().meta({ description: 'Number of action items done.', example: 5 }),
        pagesPublished: z.int().meta({ description: 'Number of pages published, and public still.', example: 2 }),
      })
      .describe('What was done since the first day of the current month, in the organization’s time zone.'),
    topRecommendations: z
      .array(VisibilityRecommendation)
      .max(TOP)
      .describe('The three open or accepted recommendations of highest priority.'),
    lastScanDate: ScanDate,
  })
  .meta({ id: 'VisibilityOverview', description: 'The organization’s visibility at a glance.' });

async function readScans(db: TenantDb, tenant: Tenant) {
  const scan = await latestScan(db, tenant, ['aeo', 'listings', 'recommendations']);
  // Read backwards from the latest scan, so that a scan stored meanwhile does not appear.
  const earlier = scan ? await scoresBefore(db, tenant, scan, TREND - 1) : [];
  const aeo = scan?.parts.aeo;
  const listings = scan ? scan.parts.listings : await withConnectedListings(db, tenant, undefined);
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
    .meta(
      get('/visibility/overview', 'Get the visibility overview', {
        tool: {
          name: 'get_visibility_overview',
          hint: 'Start here: the score with its change since the scan before, AI search, listings, goals, tasks and the first recommendations.',
        },
        versioned: true,
        description: 'Summarizes the latest scan, goals and action items.',
        returns: 'The overview.',
      }),
    )
    .output(parsedOnce(Data(Overview)))
    .query(({ ctx: { deps, db, tenant } }) => {
      const { clientId, name: clientName, vertical, timezone, scoresVersion, factsVersion } = tenant;
      const today = todayIn(timezone);
      return deps.cache(['overview', clientId, scoresVersion, factsVersion, today], async () => {
        const [scans, goals, actionItems, tasksDone, pagesPublished] = await Promise.all([
          readScans(db, tenant),
          readGoalsSummary(db, tenant, today),
          readActionItemsSummary(db, tenant, today),
          readTasksDoneThisMonth(db, tenant, today),
          pagesPublishedThisMonth(db, tenant, today),
        ]);
        const work = { tasksDone, pagesPublished };
        return { ok: true as const, data: { clientName, vertical, ...scans, goals, actionItems, work } };
      });
    }),
};
