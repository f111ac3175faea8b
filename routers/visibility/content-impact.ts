import { and, desc, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { pagePerformance, pages } from '../../db/schema/index.ts';
import { total } from '../../db/sums.ts';
import type { Tenant } from '../../db/tenant.ts';
import { STALE } from '../../server/cache/ages.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { daysWithin, itsPage } from '../content/public.ts';
import { type DayRange, periodOf } from '../days.ts';
import { Between, Data, parsedOnce, Timestamp } from '../shapes.ts';

const { get } = rest('Visibility');

const Item = z.object({
  pageId: z.uuid(),
  title: z.string(),
  publishedAt: Timestamp.nullable(),
  scoreBefore: z.number().nullable(),
  scoreAfter: z.number().nullable(),
  delta: z.number().nullable().meta({ description: 'scoreAfter − scoreBefore.' }),
  citations: z.number(),
  views: z.number(),
});

const Impact = z.object({
  summary: z.object({
    pagesTracked: z.number().int(),
    avgScoreDelta: z.number().nullable(),
    citationsGained: z.number(),
  }),
  items: z.array(Item),
});

/** Every page that something was measured of in the period, with the scores that were told of it last. */
function trackedPages(db: TenantDb, tenant: Tenant, period: DayRange) {
  const { scoreBefore, scoreAfter, date, citations, views } = pagePerformance;
  const compared = and(isNotNull(scoreBefore), isNotNull(scoreAfter));
  const last = (score: PgColumn) =>
    sql<number | null>`(array_agg(${score} order by ${date} desc) filter (where ${compared}))[1]`;
  return db
    .select({
      pageId: sql<string>`${pages.id}`.as('page_id'),
      title: pages.title,
      publishedAt: pages.publishedAt,
      scoreBefore: last(scoreBefore).as('score_before'),
      scoreAfter: last(scoreAfter).as('score_after'),
      citations: total(citations).as('citations'),
      views: total(views).as('views'),
    })
    .from(pagePerformance)
    .innerJoin(pages, itsPage)
    .where(daysWithin(tenant, period))
    .groupBy(pages.clientId, pages.id)
    .as('tracked');
}

/** The pages whose scores rose the most, and what all of them came to. */
async function readImpact(db: TenantDb, tenant: Tenant, period: DayRange, limit: number) {
  const tracked = trackedPages(db, tenant, period);
  const { pageId, title, publishedAt, scoreBefore, scoreAfter, citations, views } = tracked;
  const delta = sql<number | null>`round((${scoreAfter} - ${scoreBefore})::numeric, 1)::float8`;
  const rows = await db
    .select({
      item: { pageId, title, publishedAt, scoreBefore, scoreAfter, delta, citations, views },
      pagesTracked: sql<number>`(count(*) over ())::int`,
      avgScoreDelta: sql<number | null>`(round((avg(${delta}) over ())::numeric, 1))::float8`,
      citationsGained: sql<number>`sum(${citations}) over ()`,
    })
    .from(tracked)
    .orderBy(sql`${delta} desc nulls last`, desc(citations), desc(views), pageId)
    .limit(limit);
  const { pagesTracked, avgScoreDelta, citationsGained } = rows[0] ?? {
    pagesTracked: 0,
    avgScoreDelta: null,
    citationsGained: 0,
  };
  return { summary: { pagesTracked, avgScoreDelta, citationsGained }, items: rows.map(({ item }) => item) };
}

export const visibilityContentImpactProcedures = {
  contentImpact: tenantProcedure
    .meta(get('/visibility/content-impact', 'What pages did for visibility, by default in the last 30 full days'))
    .input(Between.extend({ limit: z.number().int().min(1).max(200).default(50) }))
    .output(parsedOnce(Data(Impact)))
    .query(({ ctx: { deps, db, tenant }, input: { limit, ...asked } }) => {
      const { period } = periodOf(asked, tenant.timezone);
      const key = ['content-impact', tenant.clientId, tenant.factsVersion, period.from, period.to, limit] as const;
      const load = async () => ({ ok: true as const, data: await readImpact(db, tenant, period, limit) });
      return deps.cache(key, load, { atMost: STALE.analytics });
    }),
};
