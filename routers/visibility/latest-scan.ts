import { desc, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { scoreRuns } from '../../db/schema/index.ts';
import type { ScanParts } from '../../db/schema/scan-parts.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { oneDecimal } from '../rounding.ts';

const { id: runId, completedAt, rawScore, dynamicScore, confidence, tiers, components } = scoreRuns;

/** What of a scan makes a point of the history. */
export const SCORES = { runId, asOf: completedAt, rawScore, dynamicScore, confidence };

// A scan may be megabytes and a reader wants one part of it: the others stay in the database.
const wanted = sql`
  (select coalesce(jsonb_object_agg(part.key, part.value), '{}')
   from jsonb_each(${scoreRuns.parts}) as part where part.key = any(string_to_array(${sql.placeholder('parts')}, ',')))`;

const latest = tenantQuery((db) =>
  db
    .select({ ...SCORES, tiers, components, parts: wanted.mapWith(scoreRuns.parts) })
    .from(scoreRuns)
    .where(sql`${scoreRuns.clientId} = ${sql.placeholder('clientId')}`)
    .orderBy(desc(completedAt), desc(runId))
    .limit(1),
);

/** The client's latest completed scan, with the parts that are asked for where it has them; undefined before the first. */
export async function latestScan<Part extends keyof ScanParts = never>(
  db: TenantDb,
  tenant: Tenant,
  parts: Part[] = [],
) {
  const [scan] = await latest(db).execute({ clientId: tenant.clientId, parts: parts.join(',') });
  return scan && { ...scan, parts: scan.parts as Pick<ScanParts, Part> };
}

export type LatestScan<Part extends keyof ScanParts = never> = NonNullable<
  Awaited<ReturnType<typeof latestScan<Part>>>
>;

/** The scores of the scans before one, oldest first: the last `atMost` of them. */
export async function scoresBefore(db: TenantDb, tenant: Tenant, scan: LatestScan, atMost: number) {
  const earlier = sql`(${completedAt}, ${runId}) < (${scan.asOf.toISOString()}::timestamptz, ${scan.runId}::uuid)`;
  const newestFirst = await db
    .select(SCORES)
    .from(scoreRuns)
    .where(ownedBy(tenant, scoreRuns, earlier))
    .orderBy(desc(completedAt), desc(runId))
    .limit(atMost);
  return newestFirst.reverse();
}

/** The one figure that stands for all of a client's visibility, 0–100: the dynamic score, on every surface. */
export const overallScore = ({ dynamicScore }: { dynamicScore: number }) => dynamicScore;

/** How far the overall score moved since the scan before; null for the first. */
export const scoreChange = (latest?: { dynamicScore: number }, before?: { dynamicScore: number }) =>
  latest && before ? oneDecimal(overallScore(latest) - overallScore(before)) : null;
