import { and, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { pagePerformance, pages } from '../../db/schema/index.ts';
import { total } from '../../db/sums.ts';
import type { Tenant } from '../../db/tenant.ts';
import { STALE } from '../../server/cache/ages.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { cut, PAGED, setNext } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { daysWithin, itsPage } from '../content/public.ts';
import { type DayRange, periodOf } from '../days.ts';
import { Between, Data, isDefault, paging, parsedOnce, Timestamp } from '../shapes.ts';

const { get } = rest('Visibility');

const PageImpact = z
  .object({
    pageId: z.uuid().meta({ description: 'Id of the page.', example: '8d2f4c6a-1b3e-4f5a-9c7d-0e1f2a3b4c5d' }),
    title: z.string().meta({ description: 'Title of the page.', example: 'Dental implants in Portland' }),
    publishedAt: Timestamp.nullable().describe('Time of publication; null if unpublished.'),
    scoreBefore: z
      .number()
      .nullable()
      .meta({ description: 'Visibility score before the page, 0–100; null if not measured.', example: 58.3 }),
    scoreAfter: z
      .number()
      .nullable()
      .meta({ description: 'Visibility score with the page, 0–100; null if not measured.', example: 63.9 }),
    delta: z
      .number()
      .nullable()
      .meta({ description: 'scoreAfter − scoreBefore; null if either is missing.', example: 5.6 }),
    citations: z.number().meta({ description: 'Citations in AI answers during the period.', example: 12 }),
    views: z.number().meta({ description: 'Views during the period.', example: 348 }),
  })
  .meta({ id: 'PageImpact', description: 'Effect of one page on visibility.' });

const Impact = z
  .object({
    summary: z
      .object({
        pagesTracked: z.number().int().meta({ description: 'Number of pages measured in the period.', example: 18 }),
        avgScoreDelta: z
          .number()
          .nullable()
          .meta({ description: 'Mean score change of all pages; null if none was measured.', example: 3.2 }),
        citationsGained: z.number().meta({ description: 'Citations of all pages in the period.', example: 96 }),
      })
      .describe('Totals of all pages measured, not only those listed.'),
    items: z.array(PageImpact).describe('Pages by score change, the largest first.'),
  })
  .meta({ id: 'VisibilityContentImpact', description: 'Effect of pages on visibility in a period.' });

// Changes are within 100 points: pages without one come last.
const UNMEASURED = 1000;
const NO_PAGES = { pagesTracked: 0, avgScoreDelta: null, citationsGained: 0 };

/** Pages measured in the period, with their latest pair of scores. */
function trackedPages(db: TenantDb, tenant: Tenant, period: DayRange) {
  const { scoreBefore, scoreAfter, date, citations, views } = pagePerformance;
  const compared = and(isNotNull(scoreBefore), isNotNull(scoreAfter));
  const latest = (score: PgColumn) =>
    sql<number | null>`(array_agg(${score} order by ${date} desc) filter (where ${compared}))[1]`;
  return db
    .select({
      pageId: sql<string>`${pages.id}`.as('page_id'),
      title: pages.title,
      publishedAt: pages.publishedAt,
      scoreBefore: latest(scoreBefore).as('score_before'),
      scoreAfter: latest(scoreAfter).as('score_after'),
      citations: total(citations).as('citations'),
      views: total(views).as('views'),
    })
    .from(pagePerformance)
    .innerJoin(pages, itsPage)
    .where(daysWithin(tenant, period))
    .groupBy(pages.clientId, pages.id)
    .as('tracked');
}

interface Range {
  limit: number;
  after?: string | undefined;
}

/** A page of the pages with the largest score changes, and totals of all pages. @throws INVALID_CURSOR */
async function readImpact(db: TenantDb, tenant: Tenant, period: DayRange, { limit, after }: Range) {
  const tracked = trackedPages(db, tenant, period);
  const { pageId, title, publishedAt, scoreBefore, scoreAfter, citations, views } = tracked;
  const delta = sql<number | null>`round((${scoreAfter} - ${scoreBefore})::numeric, 1)::float8`;
  const order = keyset(
    'impact',
    'asc',
    [sql`coalesce(-${delta}, ${UNMEASURED})`, KEY.number],
    [sql`-${citations}`, KEY.number],
    [sql`-${views}`, KEY.number],
    [sql`${pageId}`, KEY.id],
  );
  const [[totals], rows] = await Promise.all([
    db
      .select({
        pagesTracked: sql<number>`count(*)::int`,
        avgScoreDelta: sql<number | null>`round(avg(${delta})::numeric, 1)::float8`,
        citationsGained: sql<number>`coalesce(sum(${citations}), 0)::float8`,
      })
      .from(tracked),
    db
      .select({ pageId, title, publishedAt, scoreBefore, scoreAfter, delta, citations, views })
      .from(tracked)
      .where(order.after(after))
      .orderBy(...order.orderBy)
      .limit(limit + 1),
  ]);
  const page = cut(rows, limit, ({ delta, citations, views, pageId }) =>
    order.cursorOf([delta === null ? UNMEASURED : -delta, -citations, -views, pageId]),
  );
  return { summary: totals ?? NO_PAGES, page };
}

const Filter = Between.extend(paging(50, 200));

export const visibilityImpactProcedures = {
  contentImpact: tenantProcedure
    .meta(
      get('/visibility/content-impact', 'Get the impact of content on visibility', {
        versioned: true,
        description: 'Covers the last 30 full days by default, 366 days at most.',
        returns: 'Totals of all pages, and the pages whose scores rose the most.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(parsedOnce(Data(Impact)))
    .query(async ({ ctx, input }) => {
      const { deps, db, tenant } = ctx;
      const { limit, after, ...requested } = input;
      const { period } = periodOf(requested, tenant.timezone);
      const { clientId, factsVersion } = tenant;
      const key = ['content-impact', clientId, factsVersion, period.from, period.to, limit, `${after}`] as const;
      const load = async () => {
        const { summary, page } = await readImpact(db, tenant, period, { limit, after });
        return { answer: { ok: true as const, data: { summary, items: page.rows } }, next: page.next };
      };
      const { answer, next } = await deps.cache(key, load, {
        atMost: STALE.analytics,
        keep: isDefault(Filter, input),
      });
      setNext(ctx, input, next);
      return answer;
    }),
};
