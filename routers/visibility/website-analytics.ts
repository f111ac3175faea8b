import type { TenantDb } from '../../db/handles.ts';
import type { Tenant } from '../../db/tenant.ts';
import { STALE } from '../../server/cache/ages.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { periodOf } from '../values/days.ts';
import { readPrimarySource } from '../values/primary-source.ts';
import { Between, Data, isDefault, parsedOnce } from '../values/shapes.ts';
import { shares } from '../values/shares.ts';
import { readLargestEntries, readWebsiteDays, websiteTotals } from '../values/website-parts.ts';
import { readPeriodUsers } from '../values/website-users.ts';
import { readConnectedSources } from './connected-sources.ts';
import { WebsiteAnalytics } from './website-traffic.ts';

const { get } = rest('Visibility', { weight: 'heavy' });

const LIST_LIMIT = 20;

/** The traffic of a website in a period, and in the one before. */
export async function readTraffic(db: TenantDb, tenant: Tenant, { period, before }: ReturnType<typeof periodOf>) {
  const primary = await readPrimarySource(db, tenant);
  const [days, { pages, channels: byChannel }, sources] = await Promise.all([
    readWebsiteDays(db, tenant, primary, { from: before.from, to: period.to }),
    readLargestEntries(db, tenant, primary, period, LIST_LIMIT),
    readConnectedSources(db, tenant, primary, period),
  ]);
  const named = [...sources.map(({ source }) => source), ...(primary === null ? [] : [primary])];
  const usersOf = await readPeriodUsers(db, tenant, named, [period, before]);

  const inPeriod = days.filter(({ date }) => date >= period.from);
  const totals = websiteTotals(inPeriod);
  const comparison = websiteTotals(days.filter(({ date }) => date < period.from));
  const { users, usersBasis } = usersOf(primary, period, totals.users);
  const earlier = usersOf(primary, before, comparison.users);
  const share = shares(byChannel.map(({ count }) => count));
  return {
    period,
    usersBasis,
    comparisonUsersBasis: earlier.usersBasis,
    totals: { ...totals, users },
    comparison: { ...comparison, users: earlier.users },
    series: inPeriod.map(({ date, users, sessions, pageviews }) => ({ date, users, sessions, pageviews })),
    topPages: pages.map(({ name, count }) => ({ path: name, pageviews: count })),
    channels: byChannel.map(({ name, count }, n) => ({ channel: name, sessions: count, share: share[n] ?? null })),
    connectedSources: sources.map((one) => ({
      ...one,
      totals: { ...one.totals, users: usersOf(one.source, period, one.totals.users).users },
    })),
    asOf: sources.find((one) => one.primary)?.lastSyncAt ?? null,
  };
}

export const websiteAnalyticsProcedures = {
  websiteAnalytics: tenantProcedure
    .meta(
      get('/visibility/website-analytics', 'Get website analytics', {
        tool: {
          name: 'get_website_traffic',
          hint: 'For questions about visitors of the website; `comparison` is the period before: the calendar months before whole months, otherwise as many days.',
        },
        versioned: true,
        description:
          'Covers the last 30 full days by default, 366 days at most. The figures are those of the primary analytics source alone: tools on one website count the same visits.',
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
        async () => ({ ok: true as const, data: await readTraffic(db, tenant, requested) }),
        { atMost: STALE.analytics, keep: isDefault(Between, input) },
      );
    }),
};
