import { and, between, eq, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TenantDb } from '../../db/handles.ts';
import { pagePerformance, pages } from '../../db/schema/index.ts';
import { total } from '../../db/sums.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { betweenSteps } from '../../server/http/slices.ts';
import { isLive } from '../cms/public.ts';
import { type DayRange, inParts } from '../days.ts';

const { views, engagementRate, avgTimeOnPageSeconds, conversions, citations, scoreBefore, scoreAfter, date } =
  pagePerformance;

/** Days of one statement: it takes 30 ms for the most that a client may have, 1,000 rows a day. */
const DAYS_AT_ONCE = { byPage: 7, together: 31 };

/** Joins daily figures with their pages; figures of unknown and deleted pages do not count. */
const itsPage = and(eq(pages.clientId, pagePerformance.clientId), eq(pages.id, pagePerformance.pageId), isLive);

const timesViews = (rate: PgColumn) => sql<number>`coalesce(sum(${rate} * ${views}), 0)::float8`;

const latest = (score: PgColumn) =>
  sql<number | null>`(array_agg(${score} order by ${date} desc) filter (where ${and(
    isNotNull(scoreBefore),
    isNotNull(scoreAfter),
  )}))[1]`;

const ENGAGEMENT = {
  views: total(views),
  /** Rates and times, multiplied by the views of their days. */
  engaged: timesViews(engagementRate),
  time: timesViews(avgTimeOnPageSeconds),
  conversions: total(conversions),
};

const SUMS = {
  ...{ pageId: pages.id, title: pages.title, publishedAt: pages.publishedAt },
  ...ENGAGEMENT,
  citations: total(citations),
  /** The latest pair of scores. */
  scoreBefore: latest(scoreBefore),
  scoreAfter: latest(scoreAfter),
};

const within = (tenant: Tenant, { from, to }: DayRange) => ownedBy(tenant, pagePerformance, between(date, from, to));

const readPart = (db: TenantDb, tenant: Tenant, part: DayRange) =>
  db
    .select(SUMS)
    .from(pagePerformance)
    .innerJoin(pages, itsPage)
    .where(within(tenant, part))
    .groupBy(pages.clientId, pages.id);

export type PageSums = Awaited<ReturnType<typeof readPart>>[number];

/** The sums of all pages together, of each part of a period. */
export const readPartSums = (db: TenantDb, tenant: Tenant, period: DayRange) =>
  inParts(period, DAYS_AT_ONCE.together, (part) =>
    db.select(ENGAGEMENT).from(pagePerformance).innerJoin(pages, itsPage).where(within(tenant, part)),
  );

/** The sums of each page that has figures in a period. */
export async function readPageSums(db: TenantDb, tenant: Tenant, period: DayRange): Promise<PageSums[]> {
  const parts = await inParts(period, DAYS_AT_ONCE.byPage, (part) => readPart(db, tenant, part));
  const sums = new Map<string, PageSums>();
  for (const part of parts) {
    await betweenSteps();
    const known = sums.get(part.pageId);
    if (!known) {
      sums.set(part.pageId, part);
      continue;
    }
    for (const sum of ['views', 'engaged', 'time', 'conversions', 'citations'] as const) known[sum] += part[sum];
    // Later parts come later.
    const { scoreBefore, scoreAfter } = part;
    if (scoreBefore !== null) Object.assign(known, { scoreBefore, scoreAfter });
  }
  return [...sums.values()];
}
