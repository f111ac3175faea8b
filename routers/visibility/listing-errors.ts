import { desc, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { scoreRuns } from '../../db/schema/index.ts';
import type { ScanParts } from '../../db/schema/scan-parts.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { readBusinessRecord } from './business-record.ts';
import { listingHealth } from './figures/listings.ts';

/**
 * The listings of the latest scan, and of the one before, whose name, address or phone is wrong; null for a scan
 * without listings. Those that were not found are none.
 */
export async function readListingErrors(db: TenantDb, tenant: Tenant) {
  const { completedAt, id, parts } = scoreRuns;
  const [rows, own] = await Promise.all([
    db
      .select({ listings: sql`${parts}->'listings'`.mapWith(parts) as SQL<ScanParts['listings'] | null> })
      .from(scoreRuns)
      .where(ownedBy(tenant, scoreRuns))
      .orderBy(desc(completedAt), desc(id))
      .limit(2),
    readBusinessRecord(db, tenant),
  ]);
  return rows.map(({ listings }) => {
    if (!listings) return null;
    const { directory_results: results } = listingHealth(listings, own);
    return results.filter(({ verificationStatus: status, napConsistent }) => status !== 'not_found' && !napConsistent)
      .length;
  });
}
