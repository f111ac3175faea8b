import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import type { Tenant } from '../../db/tenant.ts';
import { STALE } from '../../server/cache/ages.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { readPerformance } from '../content/public.ts';
import { type DayRange, periodOf } from '../values/days.ts';
import { Between, Data, isDefault, Period, parsedOnce } from '../values/shapes.ts';
import { shares } from '../values/shares.ts';
import { readLargestSources } from '../values/traffic-sums.ts';

const { get } = rest('Dashboard', { weight: 'heavy' });

// Shares cover all sources, bounded in case tracking parameters run wild.
const SOURCES = 1000;
const SOURCES_SHOWN = 20;

const Attribution = z.object({
  source: z.string().meta({ description: 'Name of the source.', example: 'google' }),
  sessions: z.number().meta({ description: 'Number of sessions.', example: 612 }),
  conversions: z.number().meta({ description: 'Number of conversions.', example: 19 }),
  share: z.number().nullable().meta({ description: 'Share of all sessions, in percent.', example: 41.3 }),
});

const Impact = z
  .object({
    period: Period.describe('The period covered.'),
    engagement: z
      .object({
        views: z.number().meta({ description: 'Number of page views.', example: 2870 }),
        engagementRate: z
          .number()
          .nullable()
          .meta({ description: 'Engaged views, in percent of views; null without views.', example: 54.6 }),
        avgTimeOnPageSeconds: z
          .number()
          .nullable()
          .meta({ description: 'Mean time on page in seconds; null without views.', example: 73.2 }),
      })
      .describe('Engagement with the pages.'),
    conversion: z
      .object({
        conversions: z.number().meta({ description: 'Number of conversions.', example: 37 }),
        conversionRate: z
          .number()
          .nullable()
          .meta({ description: 'Conversions, in percent of views; null without views.', example: 1.3 }),
      })
      .describe('Conversions on the pages.'),
    attribution: z.array(Attribution).describe('The 20 traffic sources with the most sessions.'),
  })
  .meta({ id: 'ContentImpact', description: 'Engagement, conversions and traffic sources in a period.' });

/** Traffic sources by sessions, the largest first. */
async function readAttribution(db: TenantDb, tenant: Tenant, period: DayRange) {
  const largest = await readLargestSources(db, tenant, period, { most: SOURCES, by: 'bySource' });
  const rows = largest.map(({ source, sessions, conversions }) => ({ source, sessions, conversions }));
  const share = shares(rows.map((row) => row.sessions));
  return rows.slice(0, SOURCES_SHOWN).map((row, index) => ({ ...row, share: share[index] ?? null }));
}

export const contentImpactProcedures = {
  contentImpact: tenantProcedure
    .meta(
      get('/dashboard/content-impact', 'Get content engagement and attribution', {
        versioned: true,
        description: 'Covers the last 30 full days by default, 366 days at most.',
        returns: 'Engagement, conversions and traffic sources of the period.',
      }),
    )
    .input(Between)
    .output(parsedOnce(Data(Impact)))
    .query(({ ctx: { deps, db, tenant }, input }) => {
      const { period } = periodOf(input, tenant.timezone);
      const load = async () => {
        const [performance, attribution] = await Promise.all([
          readPerformance(db, tenant, period),
          readAttribution(db, tenant, period),
        ]);
        const { conversions, conversionRate, ...engagement } = performance;
        return {
          ok: true as const,
          data: { period, engagement, conversion: { conversions, conversionRate }, attribution },
        };
      };
      const key = ['dashboard-content-impact', tenant.clientId, tenant.factsVersion, period.from, period.to] as const;
      return deps.cache(key, load, { atMost: STALE.analytics, keep: isDefault(Between, input) });
    }),
};
