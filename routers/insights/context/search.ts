import type { TenantDb } from '../../../db/handles.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { InsightContext } from '../../../insights/wire.ts';
import { periodOf } from '../../values/days.ts';
import { readDayTotals, searchTotals } from '../../visibility/public.ts';
import { firstMonth } from './months.ts';

/** Web search of the last 30 full days and of 13 months; undefined where the website was not shown in those days. */
export async function search(db: TenantDb, tenant: Tenant): Promise<InsightContext['search'] | undefined> {
  const { period } = periodOf({}, tenant.timezone);
  const days = await readDayTotals(db, tenant, { from: `${firstMonth(tenant.timezone)}-01`, to: period.to });
  const { clicks, impressions, position } = searchTotals(days.filter(({ date }) => date >= period.from));
  if (position === null) return undefined;
  const by_month = [...Map.groupBy(days, ({ date }) => date.slice(0, 7))].map(([month, of]) => {
    const sums = searchTotals(of);
    return { month, clicks: sums.clicks, impressions: sums.impressions };
  });
  return { clicks, impressions, position, by_month };
}
