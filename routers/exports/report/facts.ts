import type { TenantDb } from '../../../db/handles.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { readGoals } from '../../dashboard/public.ts';
import {
  aeoMetrics,
  benchmark,
  latestScan,
  listingHealth,
  overallScore,
  ownRecord,
  scoreChange,
  scoresBefore,
  topRecommendations,
} from '../../visibility/public.ts';

/** A year of weekly scans. */
const TREND = 53;
const GOALS = 40;
const RECOMMENDATIONS = 15;

async function readScan(db: TenantDb, tenant: Tenant) {
  const scan = await latestScan(db, tenant, ['aeo', 'listings', 'competitors', 'recommendations']);
  if (!scan) return undefined;
  // Read from the latest scan backwards: one that comes in meanwhile is in none of it.
  const [earlier, own] = await Promise.all([scoresBefore(db, tenant, scan, TREND - 1), ownRecord(db, tenant)]);
  const { parts, ...scores } = scan;
  const { competitors, comparison } = benchmark(tenant.clientId, scan);
  return {
    ...scores,
    overall: overallScore(scan),
    change: scoreChange(scan, earlier.at(-1)),
    history: [...earlier, scan].map((point, index, all) => ({
      asOf: point.asOf,
      rawScore: point.rawScore,
      overall: overallScore(point),
      change: scoreChange(point, all[index - 1]),
    })),
    peers: competitors.map(({ name, dynamic_score }) => ({
      name,
      score: overallScore({ dynamicScore: dynamic_score }),
    })),
    comparison,
    aeo: parts.aeo ? aeoMetrics(scan) : undefined,
    listings: parts.listings ? listingHealth(parts.listings, own) : undefined,
    recommendations: topRecommendations(tenant.clientId, scan, RECOMMENDATIONS),
  };
}

/** All that a report shows, by the functions that the routes use. Without a completed scan there is only a name. */
export async function readFacts(db: TenantDb, tenant: Tenant) {
  const { clientId, name, timezone } = tenant;
  const organization: { clientId: string; name: string; timezone: string } = { clientId, name, timezone };
  const scan = await readScan(db, tenant);
  if (!scan) return { organization, scan: undefined };

  const { data, summary } = await readGoals(db, tenant);
  const goals = data.slice(0, GOALS);
  return { organization, scan, goals, goalsSummary: summary };
}

export type ReportFacts = Extract<Awaited<ReturnType<typeof readFacts>>, { scan: object }>;
export type ScanFacts = ReportFacts['scan'];
