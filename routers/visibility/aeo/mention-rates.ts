import { desc } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { aeoEvidence } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { mentionRate } from '../figures/evidence.ts';

/** The mention rates of the latest two scans that have answers, the latest first, with their changes. */
export async function readMentionRates(db: TenantDb, tenant: Tenant) {
  const { answers, mentions, low, high, change, completedAt, runId } = aeoEvidence;
  const rows = await db
    .select({ answers, mentions, low, high, change })
    .from(aeoEvidence)
    .where(ownedBy(tenant, aeoEvidence))
    .orderBy(desc(completedAt), desc(runId))
    .limit(2);
  return rows.map(({ change, ...sample }) => ({ ...mentionRate(sample), change }));
}
