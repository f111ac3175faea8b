import { between, gte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TenantDb } from '../../db/handles.ts';
import { websiteDaily } from '../../db/schema/index.ts';
import { total, weightedMean } from '../../db/sums.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { STALE } from '../../server/cache/ages.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { PERIOD, periodOf, plusDays, todayIn } from '../days.ts';
import { Between, Data, isDefault, parsedOnce } from '../shapes.ts';
import { shares } from '../shares.ts';
import { WebsiteAnalytics } from './website-traffic.ts';

const { get } = rest('Visibility');

const LIST_LIMIT = 20;
// Sources report a day after its end, some of them late.
const STALE_AFTER_DAYS = 3;

const { date, source, users, sessions, pageviews, bounceRate, avgSessionSeconds, conversions, topPages, channels } =
  websiteDaily;
const EMPTY_TOTALS = { users: 0, sessions: 0, pageviews: 0, bounceRate: null, avgSessionSeconds: null, conversions: 0 };

type Where = SQL | undefined;

const sumsOf = (db: TenantDb, from: string, where: Where) =>
  db
    .select({
      inPeriod: sql<boolean>`${date} >= ${from}`,
      users: total(users),
      sessions: total(sessions),
      pageviews: total(pageviews),
      bounceRate: weightedMean(bounceRate, sessions),
      avgSessionSeconds: weightedMean(avgSessionSeconds, sessions),
      conversions: total(conversions),
    })
    .from(websiteDaily)
    .where(where)
    .groupBy(sql`1`);

const seriesOf = (db: TenantDb, where: Where) =>
  db
    .select({ date, users: total(users), sessions: total(sessions), pageviews: total(pageviews) })
    .from(websiteDaily)
    .where(where)
    .groupBy(date)
    .orderBy(date);

/** The largest entries of a JSON column over all days: pages by views, channels by sessions. */
const largestOf = (db: TenantDb, column: PgColumn, name: string, count: string, where: Where) =>
  db
    .select({
      name: sql<string>`part->>${sql.raw(`'${name}'`)}`,
      count: sql<number>`sum((part->>${sql.raw(`'${count}'`)})::int8)::float8`,
    })
    .from(sql`${websiteDaily}, jsonb_array_elements(${column}) part`)
    .where(where)
    .groupBy(sql`1`)
    .orderBy(sql`2 desc`, sql`1`)
    .limit(LIST_LIMIT);

const sourcesOf = (db: TenantDb, where: Where) =>
  db
    .select({
      source,
      lastDay: sql<string>`max(${date})::text`,
      lastSyncAt: sql`max(${websiteDaily.updatedAt})`.mapWith(websiteDaily.updatedAt),
    })
    .from(websiteDaily)
    .where(where)
    .groupBy(source)
    .orderBy(source)
    .limit(LIST_LIMIT);

async function loadTraffic(db: TenantDb, tenant: Tenant, { period, before }: ReturnType<typeof periodOf>) {
  const today = todayIn(tenant.timezone);
  const days = (from: string, to: string) => ownedBy(tenant, websiteDaily, between(date, from, to));
  const inPeriod = days(period.from, period.to);
  const [sums, series, pages, byChannel, sources] = await Promise.all([
    sumsOf(db, period.from, days(before.from, period.to)),
    seriesOf(db, inPeriod),
    largestOf(db, topPages, 'path', 'pageviews', inPeriod),
    largestOf(db, channels, 'channel', 'sessions', inPeriod),
    sourcesOf(db, ownedBy(tenant, websiteDaily, gte(date, plusDays(today, -PERIOD.maxDays)))),
  ]);

  const totalsOf = (current: boolean) => sums.find(({ inPeriod }) => inPeriod === current) ?? EMPTY_TOTALS;
  const share = shares(byChannel.map(({ count }) => count));
  return {
    period,
    totals: totalsOf(true),
    comparison: totalsOf(false),
    series,
    topPages: pages.map(({ name, count }) => ({ path: name, pageviews: count })),
    channels: byChannel.map(({ name, count }, n) => ({ channel: name, sessions: count, share: share[n] ?? null })),
    connectedSources: sources.map(({ source, lastDay, lastSyncAt }) => {
      const status = lastDay >= plusDays(today, -STALE_AFTER_DAYS) ? ('connected' as const) : ('stale' as const);
      return { source, status, lastSyncAt };
    }),
    asOf: sources.length > 0 ? new Date(Math.max(...sources.map(({ lastSyncAt }) => lastSyncAt.getTime()))) : null,
  };
}

export const websiteAnalyticsProcedures = {
  websiteAnalytics: tenantProcedure
    .meta(
      get('/visibility/website-analytics', 'Get website analytics', {
        versioned: true,
        description: 'Covers the last 30 full days by default, 366 days at most. Sums the traffic of all sources.',
        returns: 'Totals, comparison, daily traffic, top pages, channels and sources.',
      }),
    )
    .input(Between)
    .output(parsedOnce(Data(WebsiteAnalytics)))
    .query(({ ctx: { deps, db, tenant }, input }) => {
      const requested = periodOf(input, tenant.timezone);
      const { from, to } = requested.period;
      return deps.cache(
        ['website-analytics', tenant.clientId, tenant.factsVersion, from, to],
        async () => ({ ok: true as const, data: await loadTraffic(db, tenant, requested) }),
        { atMost: STALE.analytics, keep: isDefault(Between, input) },
      );
    }),
};
