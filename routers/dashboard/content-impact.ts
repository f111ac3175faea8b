import { between, desc } from 'drizzle-orm';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { trafficSources } from '../../db/schema/index.ts';
import { total } from '../../db/sums.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { STALE } from '../../server/cache/ages.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { readPerformance } from '../content/public.ts';
import { type DayRange, periodOf } from '../days.ts';
import { Between, Data, Period, parsedOnce } from '../shapes.ts';
import { shares } from '../shares.ts';

const { get } = rest('Dashboard');

// Shares are of all sources; more than this would be campaign names gone wild.
const SOURCES = 1000;
const SOURCES_SHOWN = 20;

const Impact = z.object({
  period: Period,
  engagement: z.object({
    views: z.number(),
    engagementRate: z.number().nullable().meta({ description: 'Percent of views.' }),
    avgTimeOnPageSeconds: z.number().nullable(),
  }),
  conversion: z.object({ conversions: z.number(), conversionRate: z.number().nullable() }),
  attribution: z.array(
    z.object({
      source: z.string(),
      sessions: z.number(),
      conversions: z.number(),
      share: z.number().nullable().meta({ description: 'Of the sessions, in percent.' }),
    }),
  ),
});

/** Where visitors came from, the largest sources first. */
async function readAttribution(db: TenantDb, tenant: Tenant, { from, to }: DayRange) {
  const { source, sessions, conversions, date } = trafficSources;
  const sums = { sessions: total(sessions), conversions: total(conversions) };
  const rows = await db
    .select({ source, ...sums })
    .from(trafficSources)
    .where(ownedBy(tenant, trafficSources, between(date, from, to)))
    .groupBy(source)
    .orderBy(desc(sums.sessions), source)
    .limit(SOURCES);
  const share = shares(rows.map((row) => row.sessions));
  return rows.slice(0, SOURCES_SHOWN).map((row, index) => ({ ...row, share: share[index] ?? null }));
}

export const contentImpactProcedures = {
  contentImpact: tenantProcedure
    .meta(get('/dashboard/content-impact', 'What content brought in, by default in the last 30 full days'))
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
      return deps.cache(key, load, { atMost: STALE.analytics });
    }),
};
