import type { TenantDb } from '../../../db/handles.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { InsightContext } from '../../../insights/wire.ts';
import { periodOf } from '../../values/days.ts';
import { readSearchDays, searchTotals } from '../../visibility/public.ts';

/** Web search of the last 30 full days; undefined where the website was not shown. */
export async function search(db: TenantDb, tenant: Tenant): Promise<InsightContext['search'] | undefined> {
  const { days } = await readSearchDays(db, tenant, periodOf({}, tenant.timezone).period);
  const { clicks, impressions, position } = searchTotals(days);
  return position === null ? undefined : { clicks, impressions, position };
}
