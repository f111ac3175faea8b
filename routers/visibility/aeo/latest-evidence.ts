import { desc, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { tenantQuery } from '../../../db/prepared.ts';
import { aeoEvidence } from '../../../db/schema/index.ts';
import type { Tenant } from '../../../db/tenant.ts';

const latest = tenantQuery((db) => {
  const { runId, completedAt: asOf, answers, mentions, engines, citations, sources } = aeoEvidence;
  return db
    .select({ runId, asOf, answers, mentions, engines, citations, sources })
    .from(aeoEvidence)
    .where(eq(aeoEvidence.clientId, sql.placeholder('clientId')))
    .orderBy(desc(asOf), desc(runId))
    .limit(sql.placeholder('limit'));
});

/** The evidence of the latest scans that have answers, latest first. */
export const latestEvidence = (db: TenantDb, { clientId }: Tenant, limit: number) =>
  latest(db).execute({ clientId, limit });
