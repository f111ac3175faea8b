import { desc, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { scoreRuns } from '../../db/schema/index.ts';
import type { ScanParts } from '../../db/schema/scan-parts.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { placedDayStart } from '../values/days.ts';
import { oneDecimal } from '../values/rounding.ts';
import { withDecisions } from './decisions.ts';
import { withConnectedListings } from './directory-listings.ts';

const { id: runId, completedAt, rawScore, dynamicScore, confidence, tiers, components } = scoreRuns;

/** The columns of a score run in the history. */
export const SCORE_COLUMNS = { runId, asOf: completedAt, rawScore, dynamicScore, confidence };

// Scans can be megabytes: only the requested parts are read.
const requestedParts = sql`
  (select coalesce(jsonb_object_agg(part.key, part.value), '{}')
   from jsonb_each(${scoreRuns.parts}) as part where part.key = any(string_to_array(${sql.placeholder('parts')}, ',')))`;

const latestOf = (and: SQL) =>
  tenantQuery((db) =>
    db
      .select({ ...SCORE_COLUMNS, tiers, components, parts: requestedParts.mapWith(scoreRuns.parts) })
      .from(scoreRuns)
      .where(sql`${scoreRuns.clientId} = ${sql.placeholder('clientId')} and ${and}`)
      .orderBy(desc(completedAt), desc(runId))
      .limit(1),
  );

const latest = latestOf(sql`true`);
const latestUntil = latestOf(sql`${completedAt} < ${placedDayStart('until', 1)}`);

/**
 * The client's latest completed scan with the requested parts, as people have changed them, and listings as connections
 * read them; undefined before the first scan. With `until` the latest that was completed up to that day, in the
 * client's time zone, and with what connections had read by then.
 */
export async function latestScan<Part extends keyof ScanParts = never>(
  db: TenantDb,
  tenant: Tenant,
  parts: Part[] = [],
  until?: string,
) {
  const { clientId, timezone } = tenant;
  const asked = { clientId, parts: parts.join(',') };
  const [scan] = await (until ? latestUntil(db).execute({ ...asked, until, timezone }) : latest(db).execute(asked));
  if (!scan) return undefined;
  const decided = await withDecisions(db, tenant, scan.parts as Pick<ScanParts, Part>);
  const named: readonly (keyof ScanParts)[] = parts;
  if (!named.includes('listings')) return { ...scan, parts: decided };
  const listings = await withConnectedListings(db, tenant, scan.parts.listings, until);
  return { ...scan, parts: { ...decided, listings } };
}

export type LatestScan<Part extends keyof ScanParts = never> = NonNullable<
  Awaited<ReturnType<typeof latestScan<Part>>>
>;

/** The scores of the `atMost` scans before the given one, oldest first. */
export async function scoresBefore(db: TenantDb, tenant: Tenant, scan: LatestScan, atMost: number) {
  const earlier = sql`(${completedAt}, ${runId}) < (${scan.asOf.toISOString()}::timestamptz, ${scan.runId}::uuid)`;
  const newestFirst = await db
    .select(SCORE_COLUMNS)
    .from(scoreRuns)
    .where(ownedBy(tenant, scoreRuns, earlier))
    .orderBy(desc(completedAt), desc(runId))
    .limit(atMost);
  return newestFirst.reverse();
}

/** The overall visibility score, 0–100, used everywhere: the dynamic score. */
export const overallScore = <Score extends number | null>({ dynamicScore }: { dynamicScore: Score }) => dynamicScore;

/** Change of the overall score since the previous scan; null for the first, and where either has none. */
export function scoreChange(latest?: { dynamicScore: number | null }, before?: { dynamicScore: number | null }) {
  const [now, earlier] = [latest?.dynamicScore ?? null, before?.dynamicScore ?? null];
  return now === null || earlier === null ? null : oneDecimal(now - earlier);
}
