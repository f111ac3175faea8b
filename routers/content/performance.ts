import { z } from 'zod';
import { STALE } from '../../server/cache/ages.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { periodOf } from '../days.ts';
import { Between, Data, Period, parsedOnce } from '../shapes.ts';
import { readPerformance, readPerformanceByPage } from './engagement.ts';

const { get } = rest('Content');

const Totals = z.object({
  views: z.number(),
  engagementRate: z.number().nullable().meta({ description: 'Percent of views.' }),
  avgTimeOnPageSeconds: z.number().nullable(),
  conversions: z.number(),
  conversionRate: z.number().nullable().meta({ description: 'Conversions in percent of views.' }),
});

const PagePerformance = z.object({
  pageId: z.uuid(),
  title: z.string(),
  views: z.number(),
  engagement: z.number().nullable(),
  conversions: z.number(),
  conversionRate: z.number().nullable(),
});

const Performance = z.object({
  period: Period,
  totals: Totals,
  comparison: Totals.meta({ description: 'The same for as many days before the period.' }),
  pages: z.array(PagePerformance),
});

export const performanceProcedures = {
  contentPerformance: tenantProcedure
    .meta(get('/content-performance', 'Views, engagement and conversions, by default of the last 30 full days'))
    .input(Between.extend({ limit: z.number().int().min(1).max(200).default(50) }))
    .output(parsedOnce(Data(Performance)))
    .query(({ ctx: { deps, db, tenant }, input: { limit, ...asked } }) => {
      const { period, before } = periodOf(asked, tenant.timezone);
      const { from, to } = period;
      const load = async () => {
        const [totals, comparison, byPage] = await Promise.all([
          readPerformance(db, tenant, period),
          readPerformance(db, tenant, before),
          readPerformanceByPage(db, tenant, period, limit),
        ]);
        const pages = byPage.map(({ engagementRate: engagement, ...page }) => ({ ...page, engagement }));
        return { ok: true as const, data: { period, totals, comparison, pages } };
      };
      const key = ['content-performance', tenant.clientId, tenant.factsVersion, from, to, limit] as const;
      return deps.cache(key, load, { atMost: STALE.analytics });
    }),
};
