import { desc, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { tenantQuery } from '../../../db/prepared.ts';
import { aeoEvidence } from '../../../db/schema/index.ts';
import type { Tenant } from '../../../db/tenant.ts';

const latest = tenantQuery((db) => {
  const { runId, completedAt: asOf, answers, mentions, low, high, change, engines, citations, sources } = aeoEvidence;
  const { prompts, cells, lastAskedAt } = aeoEvidence;
  return db
    .select({
      runId,
      asOf,
      answers,
      mentions,
      low,
      high,
      change,
      engines,
      citations,
      sources,
      prompts,
      cells,
      lastAskedAt,
    })
    .from(aeoEvidence)
    .where(eq(aeoEvidence.clientId, sql.placeholder('clientId')))
    .orderBy(desc(asOf), desc(runId))
    .limit(1);
});

/** The evidence of the latest scan that has answers; undefined without any. */
export async function latestEvidence(db: TenantDb, { clientId }: Tenant) {
  const [evidence] = await latest(db).execute({ clientId });
  return evidence;
}
