import { count, desc, eq, gte, lt } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { pages } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { type DayRange, dayStart } from '../values/days.ts';
import { livePages } from './live.ts';

/** The pages that were first published in a period and still are, the latest first, and how many there are. */
export async function readPublished(db: TenantDb, tenant: Tenant, { from, to }: DayRange, atMost: number) {
  const { title, publishedAt, status, id } = pages;
  const isPublished = livePages(
    tenant,
    eq(status, 'published'),
    gte(publishedAt, dayStart(from, tenant.timezone)),
    lt(publishedAt, dayStart(to, tenant.timezone, 1)),
  );
  const [rows, [counted]] = await Promise.all([
    db.select({ title, publishedAt }).from(pages).where(isPublished).orderBy(desc(publishedAt), id).limit(atMost),
    db.select({ pages: count() }).from(pages).where(isPublished),
  ]);
  return { pages: rows, total: counted?.pages ?? 0 };
}
