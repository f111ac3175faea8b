import type { TenantDb } from '../../../db/handles.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { InsightContext } from '../../../insights/wire.ts';
import { benchmark, latestScan } from '../../visibility/public.ts';

/** The rank among the competitors of the latest scan; undefined without any. */
export async function competitors(db: TenantDb, tenant: Tenant): Promise<InsightContext['competitors'] | undefined> {
  const { comparison } = benchmark(tenant.clientId, await latestScan(db, tenant, ['competitors']));
  const { rank, total_in_market, competitor_avg } = comparison;
  return competitor_avg === null ? undefined : { rank, of: total_in_market, average: competitor_avg };
}
