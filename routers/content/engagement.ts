import { and, between, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { pagePerformance, pages } from '../../db/schema/index.ts';
import { total, weightedMean } from '../../db/sums.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { cut } from '../../server/lists/page.ts';
import { isLive } from '../cms/public.ts';
import type { DayRange } from '../days.ts';
import { percent } from '../rounding.ts';

const { views, engagementRate, avgTimeOnPageSeconds, conversions, date } = pagePerformance;

const SUMS = {
  views: total(views),
  engagementRate: weightedMean(engagementRate, views),
  avgTimeOnPageSeconds: weightedMean(avgTimeOnPageSeconds, views),
  conversions: total(conversions),
};

const NO_VIEWS = { views: 0, engagementRate: null, avgTimeOnPageSeconds: null, conversions: 0 };

const withRate = <Sums extends { views: number; conversions: number }>(sums: Sums) => ({
  ...sums,
  conversionRate: sums.views === 0 ? null : percent(sums.conversions, sums.views),
});

/** Joins daily figures with their pages; figures of unknown and deleted pages do not count. */
export const itsPage = and(eq(pages.clientId, pagePerformance.clientId), eq(pages.id, pagePerformance.pageId), isLive);

export const daysWithin = (tenant: Tenant, { from, to }: DayRange) =>
  ownedBy(tenant, pagePerformance, between(date, from, to));

/** The performance of all pages: rates in percent of views, times in seconds, null without views. */
export async function readPerformance(db: TenantDb, tenant: Tenant, period: DayRange) {
  const [sums] = await db
    .select(SUMS)
    .from(pagePerformance)
    .innerJoin(pages, itsPage)
    .where(daysWithin(tenant, period));
  return withRate(sums ?? NO_VIEWS);
}

interface Range {
  limit: number;
  after?: string | undefined;
}

/** The performance of each page, most viewed first. @throws INVALID_CURSOR */
export async function readPerformanceByPage(db: TenantDb, tenant: Tenant, period: DayRange, { limit, after }: Range) {
  const order = keyset('performance', 'asc', [sql`-${SUMS.views}`, KEY.number], [sql`${pages.id}`, KEY.id]);
  const rows = await db
    .select({ pageId: pages.id, title: pages.title, ...SUMS })
    .from(pagePerformance)
    .innerJoin(pages, itsPage)
    .where(daysWithin(tenant, period))
    .groupBy(pages.clientId, pages.id)
    .having(order.after(after))
    .orderBy(...order.orderBy)
    .limit(limit + 1);
  return cut(rows.map(withRate), limit, ({ views, pageId }) => order.cursorOf([-views, pageId]));
}
