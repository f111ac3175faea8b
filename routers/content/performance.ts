import { z } from 'zod';
import { STALE } from '../../server/cache/ages.ts';
import { dataBytesOf, PAGED, setNext } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { periodOf } from '../values/days.ts';
import { Between, Data, isDefault, Period, paging, parsedOnce, Uuid } from '../values/shapes.ts';
import { readPerformance, readPerformanceByPage } from './engagement.ts';

const { get } = rest('Content', { weight: 'heavy' });

const Views = z.number().meta({ description: 'Number of views.', example: 1840 });
const Conversions = z.number().meta({ description: 'Number of conversions.', example: 46 });
const EngagementRate = z.number().nullable().meta({
  description: 'Engaged views in percent of views; null without views.',
  example: 58.4,
});
const ConversionRate = z.number().nullable().meta({
  description: 'Conversions in percent of views; null without views.',
  example: 2.5,
});

const Totals = z.object({
  views: Views,
  engagementRate: EngagementRate,
  avgTimeOnPageSeconds: z.number().nullable().meta({
    description: 'Mean time on page in seconds; null without views.',
    example: 74.5,
  }),
  conversions: Conversions,
  conversionRate: ConversionRate,
});

const PagePerformance = z
  .object({
    pageId: Uuid.describe('Id of the page.'),
    title: z.string().meta({ description: 'Title of the page.', example: 'Dental implants in Portland, Maine' }),
    views: Views,
    engagement: EngagementRate,
    conversions: Conversions,
    conversionRate: ConversionRate,
  })
  .meta({ id: 'PagePerformance', description: 'The performance of a page in the period.' });

const ContentPerformance = z
  .object({
    period: Period,
    totals: Totals.describe('Figures of all pages together.'),
    comparison: Totals.describe(
      'The same figures for the period before: the calendar months before whole months, otherwise as many days.',
    ),
    pages: z.array(PagePerformance).describe('The pages with views in the period, most viewed first.'),
  })
  .meta({ id: 'ContentPerformance', description: 'The performance of the organization’s pages.' });

const Filter = Between.extend(paging(50, 200));

export const performanceProcedures = {
  contentPerformance: tenantProcedure
    .meta(
      get('/content-performance', 'Get content performance', {
        versioned: true,
        description:
          'Views, engagement and conversions of the pages, compared with the period before: the calendar months before whole months, otherwise as many days. The last 30 full days by default.',
        returns: 'The performance of all pages and of each page.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(parsedOnce(Data(ContentPerformance)))
    .query(async ({ ctx, input }) => {
      const { deps, db, tenant } = ctx;
      const { limit, after, ...asked } = input;
      const { period, before } = periodOf(asked, tenant.timezone);
      const { from, to } = period;
      const most = dataBytesOf(ctx.request);
      const load = async () => {
        const comparison = await readPerformance(db, tenant, before);
        const { totals, next, ...byPage } = await readPerformanceByPage(db, tenant, period, {
          limit,
          after,
          most,
        });
        const pages = byPage.pages.map(({ engagementRate: engagement, ...page }) => ({ ...page, engagement }));
        return { answer: { ok: true as const, data: { period, totals, comparison, pages } }, next };
      };
      const { clientId, factsVersion } = tenant;
      const key = ['content-performance', clientId, factsVersion, from, to, limit, `${after}`, most] as const;
      const { answer, next } = await deps.cache(key, load, {
        atMost: STALE.analytics,
        keep: isDefault(Filter, input),
      });
      setNext(ctx, input, next);
      return answer;
    }),
};
