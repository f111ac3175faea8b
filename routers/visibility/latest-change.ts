import { desc, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { scoreRuns } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { movements } from './figures/movement.ts';
import { overallScore, scoreChange } from './latest-scan.ts';

const { id: runId, completedAt, dynamicScore, tiers, components, createdAt } = scoreRuns;

/** Whether the score fell enough to notify people: by 5 points or more since the previous scan. */
export const isScoreDrop = ({ change }: { change: number | null }) => change !== null && change <= -5;

const latestTwoScans = tenantQuery((db) =>
  db
    .select({ runId, completedAt, dynamicScore, tiers, components, receivedAt: createdAt })
    .from(scoreRuns)
    .where(eq(scoreRuns.clientId, sql.placeholder('clientId')))
    .orderBy(desc(completedAt), desc(runId))
    .limit(2),
);

/** The latest score, what changed since the scan before, and which parts moved it; undefined before the first scan. */
export async function readLatestChange(db: TenantDb, tenant: Tenant) {
  const [scan, before] = await latestTwoScans(db).execute({ clientId: tenant.clientId });
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
