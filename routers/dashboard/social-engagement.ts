import { sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { socialProfiles } from '../../db/schema/index.ts';
import { weightedMean } from '../../db/sums.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';

/** Mean engagement rate of the latest profile reports, weighted by impressions; percent, one decimal. */
export async function socialEngagement(db: TenantDb, tenant: Tenant) {
  const latest = db
    .selectDistinctOn([socialProfiles.platform, socialProfiles.handle])
    .from(socialProfiles)
    .where(ownedBy(tenant, socialProfiles))
    .orderBy(socialProfiles.platform, socialProfiles.handle, sql`${socialProfiles.asOf} desc`)
    .as('latest');
  const [row] = await db.select({ rate: weightedMean(latest.engagementRate, latest.impressions) }).from(latest);
  return row?.rate ?? null;
}
