import { sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { eachPart } from '../../db/row-parts.ts';
import { websiteDaily } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { STALE } from '../../server/cache/ages.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { type DayRange, PERIOD, periodOf, plusDays, todayIn } from '../days.ts';
import { Between, Data, isDefault, parsedOnce } from '../shapes.ts';
import { shares } from '../shares.ts';
import { readLargestEntries, readWebsiteDays, websiteParts, websiteTotals } from '../website-parts.ts';
import { WebsiteAnalytics } from './website-traffic.ts';

const { get } = rest('Visibility');

const LIST_LIMIT = 20;
// Sources report a day after its end, some of them late.
const STALE_AFTER_DAYS = 3;

const { date, source, updatedAt } = websiteDaily;

interface Source {
  source: string;
  lastDay: string;
  lastSyncAt: Date;
}

const byName = (one: Source, other: Source) => (one.source < other.source ? -1 : 1);

const part = websiteParts();

const firstSources = tenantQuery((db) =>
  db
    .with(part.rest(db))
    .select({
      next: part.next,
      source,
      lastDay: sql<string>`max(${date})::text`,
      lastSyncAt: sql`max(${updatedAt})`.mapWith(updatedAt),
    })
    .from(websiteDaily)
    .where(part.where)
    .groupBy(source)
    .orderBy(sql`${source} collate "C"`)
    .limit(LIST_LIMIT),
);

/** The first sources by name that have rows in a period, with their latest day and report. */
async function readSources(db: TenantDb, { clientId }: Tenant, period: DayRange) {
  let first: Source[] = [];
  for await (const found of eachPart((begin) => firstSources(db).execute({ clientId, ...period, ...begin }))) {
    const all = new Map(first.map((one) => [one.source, one]));
    for (const one of found) {
      const known = all.get(one.source);
      // Parts are in the order of days.
      all.set(one.source, known && known.lastSyncAt > one.lastSyncAt ? { ...known, lastDay: one.lastDay } : one);
    }
    first = [...all.values()].sort(byName).slice(0, LIST_LIMIT);
  }
  return first;
}

async function loadTraffic(db: TenantDb, tenant: Tenant, { period, before }: ReturnType<typeof periodOf>) {
  const today = todayIn(tenant.timezone);
  const [days, { pages, channels: byChannel }, sources] = await Promise.all([
    readWebsiteDays(db, tenant, { from: before.from, to: period.to }),
    readLargestEntries(db, tenant, period, LIST_LIMIT),
    readSources(db, tenant, { from: plusDays(today, -PERIOD.maxDays), to: 'infinity' }),
  ]);

  const inPeriod = days.filter(({ date }) => date >= period.from);
  const share = shares(byChannel.map(({ count }) => count));
  return {
    period,
    totals: websiteTotals(inPeriod),
    comparison: websiteTotals(days.filter(({ date }) => date < period.from)),
    series: inPeriod.map(({ date, users, sessions, pageviews }) => ({ date, users, sessions, pageviews })),
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
