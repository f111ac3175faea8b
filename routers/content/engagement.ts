import type { TenantDb } from '../../db/handles.ts';
import type { Tenant } from '../../db/tenant.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { ranking } from '../../server/lists/ranking.ts';
import type { DayRange } from '../values/days.ts';
import { oneDecimal, percent } from '../values/rounding.ts';
import { type PageSums, readPageSums, readPartSums } from './page-sums.ts';

type Sums = Pick<PageSums, 'views' | 'engaged' | 'time' | 'conversions'>;

/** Conversions may be split: hundredths. */
const hundredths = (value: number) => Math.round(value * 100) / 100;

/** Rates in percent of views, times in seconds, null without views. */
function performanceOf({ views, engaged, time, conversions }: Sums) {
  const mean = (sum: number) => (views === 0 ? null : oneDecimal(sum / views));
  return {
    views,
    engagementRate: mean(engaged),
    avgTimeOnPageSeconds: mean(time),
    conversions: hundredths(conversions),
    conversionRate: views === 0 ? null : percent(conversions, views),
  };
}

const together = (sums: readonly Sums[]) =>
  performanceOf(
    sums.reduce(
      (all, one) => ({
        views: all.views + one.views,
        engaged: all.engaged + one.engaged,
        time: all.time + one.time,
        conversions: all.conversions + one.conversions,
      }),
      { views: 0, engaged: 0, time: 0, conversions: 0 },
    ),
  );

/** The performance of all pages. */
export const readPerformance = async (db: TenantDb, tenant: Tenant, period: DayRange) =>
  together(await readPartSums(db, tenant, period));

interface Range {
  limit: number;
  after?: string | undefined;
  /** Maximum bytes of the page. */
  most: number;
}

const pageOf = ranking('performance', [KEY.number, KEY.id], ({ views, pageId }: PageSums) => [-views, pageId]);

/** The performance of all pages, and of each page, most viewed first. @throws INVALID_CURSOR */
export async function readPerformanceByPage(db: TenantDb, tenant: Tenant, period: DayRange, range: Range) {
  const sums = await readPageSums(db, tenant, period);
  const sorted = sums.sort((one, other) => other.views - one.views || (one.pageId < other.pageId ? -1 : 1));
  const { rows, next } = pageOf(sorted, range, range.most);
  const pages = rows.map((page) => ({ pageId: page.pageId, title: page.title, ...performanceOf(page) }));
  return { totals: together(sums), pages, next };
}
