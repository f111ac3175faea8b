import type { TenantDb } from '../../../db/handles.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { readGoals, readGoalsSummary } from '../../dashboard/public.ts';
import type { Module } from '../../modules.ts';
import { type DayRange, todayIn } from '../../values/days.ts';
import {
  aeoMetrics,
  benchmark,
  changeSinceDay,
  evidenceFigures,
  latestEvidence,
  latestScan,
  listingHealth,
  overallScore,
  readBusinessRecord,
  scoreChange,
  scoresBefore,
  topRecommendations,
} from '../../visibility/public.ts';

/** A year of weekly scans. */
const TREND = 53;
export const GOALS = 40;
const RECOMMENDATIONS = 15;

type Metrics = ReturnType<typeof aeoMetrics>;
/** The first look at a business leaves its confidence out. */
type ReportedMetrics = Omit<Metrics, 'aeo_confidence'> & Pick<Metrics, 'aeo_confidence'>;

/** What AI assistants answered: of a period up to its end, and compared with the time before it. */
async function readEvidence(db: TenantDb, tenant: Tenant, period: DayRange | undefined) {
  const evidence = await latestEvidence(db, tenant, period?.to);
  if (!evidence || !period) return evidence;
  return { ...evidence, change: await changeSinceDay(db, tenant, evidence, period.from) };
}

/**
 * The latest scan as reports show it, without the modules that are hidden, of a period the last one completed up to its
 * end; undefined before the first.
 */
export async function readReportedScan(db: TenantDb, tenant: Tenant, shown: ReadonlySet<Module>, period?: DayRange) {
  const scan = await latestScan(db, tenant, ['aeo', 'listings', 'competitors', 'recommendations'], period?.to);
  if (!scan) return undefined;
  // Read backwards from the latest scan, so that a scan stored meanwhile does not appear.
  const [earlier, own, evidence] = await Promise.all([
    scoresBefore(db, tenant, scan, TREND - 1),
    readBusinessRecord(db, tenant),
    readEvidence(db, tenant, period),
  ]);
  const { parts, ...scores } = scan;
  // A period says of which day its figures are: they are never out of date.
  const { competitors, comparison } = benchmark(tenant.clientId, scan, period ? false : undefined);
  const aeo: ReportedMetrics | undefined = parts.aeo && shown.has('ai_search') ? aeoMetrics(scan) : undefined;
  return {
    ...scores,
    overall: overallScore(scan),
    change: scoreChange(scan, earlier.at(-1)),
    history: [...earlier, scan].flatMap((point, index, all) => {
      const { asOf, rawScore, dynamicScore } = point;
      if (rawScore === null || dynamicScore === null) return [];
      return [{ asOf, rawScore, overall: dynamicScore, change: scoreChange(point, all[index - 1]) }];
    }),
    peers: (shown.has('competitors') ? competitors : []).map(({ name, dynamic_score }) => ({
      name,
      score: overallScore({ dynamicScore: dynamic_score }),
    })),
    comparison,
    aeo,
    evidence: evidenceFigures(shown.has('ai_search') ? evidence : undefined, own.website),
    listings: parts.listings && shown.has('listings') ? listingHealth(parts.listings, own) : undefined,
    recommendations: shown.has('plan') ? topRecommendations(tenant.clientId, scan, RECOMMENDATIONS) : [],
  };
}

/**
 * Reads the content of a report with the functions of the routes, without the modules that its people do not see;
 * before the first scan, only the organization.
 */
export async function readReportData(db: TenantDb, tenant: Tenant, shown: ReadonlySet<Module>) {
  const { clientId, name, timezone } = tenant;
  const organization: { clientId: string; name: string; timezone: string } = { clientId, name, timezone };
  const scan = await readReportedScan(db, tenant, shown);
  if (!scan) return { organization, scan: undefined };

  const [{ rows: goals }, goalsSummary] = await Promise.all([
    shown.has('goals') ? readGoals(db, tenant, { limit: GOALS }) : { rows: [] },
    readGoalsSummary(db, tenant, todayIn(timezone)),
  ]);
  return { organization, scan, goals, goalsSummary, shown };
}

export type ReportData = Extract<Awaited<ReturnType<typeof readReportData>>, { scan: object }>;
export type ScanData = NonNullable<Awaited<ReturnType<typeof readReportedScan>>>;
