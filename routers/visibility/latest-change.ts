import { desc, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { scoreRuns } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { movements } from './figures/movement.ts';
import { overallScore, scoreChange } from './latest-scan.ts';

const { id: runId, completedAt, dynamicScore, tiers, components, createdAt, source } = scoreRuns;

/** Whether the score fell enough to notify people: by 5 points or more since the previous scan. */
export const isScoreDrop = ({ change }: { change: number | null }) => change !== null && change <= -5;

const latestTwo = (and: SQL) =>
  tenantQuery((db) =>
    db
      .select({ runId, completedAt, dynamicScore, tiers, components, receivedAt: createdAt })
      .from(scoreRuns)
      .where(sql`${scoreRuns.clientId} = ${sql.placeholder('clientId')} and ${and}`)
      .orderBy(desc(completedAt), desc(runId))
      .limit(2),
  );

const ofAllScans = latestTwo(sql`true`);

/** Components of the portal's own scores have a reason; other scans of its own repeat what a pipeline sent. */
const ofScores = latestTwo(sql`(${source} = 'pipeline' or jsonb_path_exists(${components}, '$[*].reason'))`);

async function changeOf(db: TenantDb, { clientId }: Tenant, scans: typeof ofAllScans) {
  const [scan, before] = await scans(db).execute({ clientId });
  if (!scan) return undefined;
  return {
    runId: scan.runId,
    receivedAt: scan.receivedAt,
    score: overallScore(scan),
    before: before && { runId: before.runId, score: overallScore(before), completedAt: before.completedAt },
    change: scoreChange(scan, before),
    tiers: before ? movements(scan.tiers, before.tiers, 5) : [],
    components: before ? movements(scan.components, before.components, 5) : [],
  };
}

/** The latest score, what changed since the scan before, and which parts moved it; undefined before the first scan. */
export const readLatestChange = (db: TenantDb, tenant: Tenant) => changeOf(db, tenant, ofAllScans);

/** The same of the scans that brought scores, without runs that repeat those of a pipeline. */
export const readScoreChange = (db: TenantDb, tenant: Tenant) => changeOf(db, tenant, ofScores);
