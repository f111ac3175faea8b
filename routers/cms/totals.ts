import { and, avg, count, eq, gte } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { pages } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { calendarPeriod, dayStart } from '../values/days.ts';
import { oneDecimal } from '../values/rounding.ts';
import { livePages } from './live.ts';

/** The mean overall score of the client's pages, 0–100; null without pages. */
export async function contentHealth(db: TenantDb, tenant: Tenant): Promise<number | null> {
  const [all] = await db
    .select({ mean: avg(pages.overallScore) })
    .from(pages)
    .where(livePages(tenant));
  return all?.mean == null ? null : oneDecimal(Number(all.mean));
}

/** The number of published pages of the client. */
export async function publishedPages(db: TenantDb, tenant: Tenant): Promise<number> {
  const [published] = await db
    .select({ pages: count() })
    .from(pages)
    .where(livePages(tenant, eq(pages.status, 'published')));
  return published?.pages ?? 0;
}

/** The number of pages that were published in the calendar month around `today`, and are public still. */
export async function pagesPublishedThisMonth(db: TenantDb, tenant: Tenant, today: string): Promise<number> {
  const since = dayStart(calendarPeriod(today, 1).from, tenant.timezone);
  const [published] = await db
    .select({ pages: count() })
    .from(pages)
    .where(livePages(tenant, and(eq(pages.status, 'published'), gte(pages.publishedAt, since))));
  return published?.pages ?? 0;
}
