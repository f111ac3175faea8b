import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { eachPart, rowParts } from '../../db/row-parts.ts';
import { pagePerformance, pages } from '../../db/schema/index.ts';
import { total } from '../../db/sums.ts';
import type { Tenant } from '../../db/tenant.ts';
import { yieldWhenDue } from '../../flow/yield.ts';
import { isLive } from '../cms/public.ts';
import { ASKED_DAYS, type DayRange } from '../values/days.ts';

const { views, engagementRate, avgTimeOnPageSeconds, conversions, citations, scoreBefore, scoreAfter, date } =
  pagePerformance;

/** Parts of some rows: a client may have 1,000 a day. With its pages apart a statement takes longer for each. */
const partOf = (rows: number) => rowParts({ table: pagePerformance, key: [date], ...ASKED_DAYS, rows });
const PARTS = { byPage: partOf(600), together: partOf(5_000) };

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
  ...ENGAGEMENT,
  citations: total(citations),
  /** The latest pair of scores. */
  scoreBefore: latest(scoreBefore),
  scoreAfter: latest(scoreAfter),
};

// Joined outwards: a part whose pages are all deleted tells where the next one begins, too.
const sumsByPage = tenantQuery((db) =>
  db
    .with(PARTS.byPage.rest(db))
    .select({ next: PARTS.byPage.next, pageId: pages.id, title: pages.title, publishedAt: pages.publishedAt, ...SUMS })
    .from(pagePerformance)
    .leftJoin(pages, itsPage)
    .where(PARTS.byPage.where)
    .groupBy(pages.clientId, pages.id),
);

const sumsTogether = tenantQuery((db) =>
  db
    .with(PARTS.together.rest(db))
    .select({ next: PARTS.together.next, ...ENGAGEMENT })
    .from(pagePerformance)
    .innerJoin(pages, itsPage)
    .where(PARTS.together.where),
);

/** The sums of all pages together, of each part of a period. */
export async function readPartSums(db: TenantDb, { clientId }: Tenant, period: DayRange) {
  const sums = [];
  for await (const [part] of eachPart((begin) => sumsTogether(db).execute({ clientId, ...period, ...begin })))
    if (part) sums.push(part);
  return sums;
}

type Row = Awaited<ReturnType<ReturnType<typeof sumsByPage>['execute']>>[number];

export type PageSums = Omit<Row, 'next' | 'pageId' | 'title'> & { pageId: string; title: string };

/** The sums of each page that has figures in a period. */
export async function readPageSums(db: TenantDb, { clientId }: Tenant, period: DayRange): Promise<PageSums[]> {
  const sums = new Map<string, PageSums>();
  for await (const rows of eachPart((begin) => sumsByPage(db).execute({ clientId, ...period, ...begin })))
    for (const { next: _, pageId, title, ...row } of rows) {
      await yieldWhenDue();
      if (pageId === null || title === null) continue;
      const known = sums.get(pageId);
      if (!known) {
        sums.set(pageId, { pageId, title, ...row });
        continue;
      }
      for (const sum of ['views', 'engaged', 'time', 'conversions', 'citations'] as const) known[sum] += row[sum];
      // Later parts come later.
      const { scoreBefore, scoreAfter } = row;
      if (scoreBefore !== null) Object.assign(known, { scoreBefore, scoreAfter });
    }
  return [...sums.values()];
}
