import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import type { Tenant } from '../../db/tenant.ts';
import { STALE } from '../../server/cache/ages.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { dataBytesOf, PAGED, setNext } from '../../server/lists/page.ts';
import { ranking } from '../../server/lists/ranking.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { type PageSums, readPageSums } from '../content/public.ts';
import { type DayRange, periodOf } from '../values/days.ts';
import { oneDecimal } from '../values/rounding.ts';
import { Between, Data, isDefault, paging, parsedOnce, Timestamp } from '../values/shapes.ts';

const { get } = rest('Visibility', { weight: 'heavy' });

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

/** A page with the change between its latest pair of scores. */
const impactOf = ({ pageId, title, publishedAt, scoreBefore, scoreAfter, citations, views }: PageSums) => {
  const delta = scoreBefore === null || scoreAfter === null ? null : oneDecimal(scoreAfter - scoreBefore);
  return { pageId, title, publishedAt, scoreBefore, scoreAfter, delta, citations, views };
};

type MeasuredPage = ReturnType<typeof impactOf>;

const keyOf = ({ delta, citations, views, pageId }: MeasuredPage) =>
  [delta === null ? UNMEASURED : -delta, -citations, -views, pageId] as const;

const pageOf = ranking<MeasuredPage>('impact', [KEY.number, KEY.number, KEY.number, KEY.id], keyOf);

function compare(one: MeasuredPage, other: MeasuredPage) {
  const against = keyOf(other);
  const at = keyOf(one).findIndex((value, index) => value !== against[index]);
  return at === -1 || (keyOf(one)[at] ?? 0) < (against[at] ?? 0) ? -1 : 1;
}

interface Range {
  limit: number;
  after?: string | undefined;
  /** Maximum bytes of the page. */
  most: number;
}

/** A page of the pages with the largest score changes, and totals of all pages. @throws INVALID_CURSOR */
async function readImpact(db: TenantDb, tenant: Tenant, period: DayRange, range: Range) {
  const all = (await readPageSums(db, tenant, period)).map(impactOf).sort(compare);
  const deltas = all.flatMap(({ delta }) => delta ?? []);
  const summary = {
    pagesTracked: all.length,
    avgScoreDelta:
      deltas.length === 0 ? null : oneDecimal(deltas.reduce((sum, delta) => sum + delta, 0) / deltas.length),
    citationsGained: all.reduce((sum, { citations }) => sum + citations, 0),
  };
  return { summary, page: pageOf(all, range, range.most) };
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
      const most = dataBytesOf(ctx.request);
      const key = ['content-impact', clientId, factsVersion, period.from, period.to, limit, `${after}`, most] as const;
      const load = async () => {
        const { summary, page } = await readImpact(db, tenant, period, {
          limit,
          after,
          most,
        });
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
