import { describe, expect, it } from 'vitest';
import { plusDays, todayIn } from '../../routers/values/days.ts';
import { chance } from '../helpers/chance.ts';
import { sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();
const URL = '/api/visibility/website-analytics';

interface Row {
  date: string;
  source: string;
  users: number;
  sessions: number;
  pageviews: number;
  bounceRate: number;
  avgSessionSeconds: number;
  conversions: number;
  topPages: { path: string; pageviews: number }[];
  channels: { channel: string; sessions: number }[];
}

const yesterday = () => plusDays(todayIn('UTC'), -1);

/** Eighty days of two sources, some days missing. */
function allTraffic(seed: number): Row[] {
  const { whole, among } = chance(seed);
  return Array.from({ length: 80 }, (_, n) => plusDays(yesterday(), -n)).flatMap((date) =>
    ['ga4', 'plausible']
      .filter(() => whole(0, 9) > 1)
      .map((source) => ({
        date,
        source,
        users: whole(0, 500),
        sessions: whole(0, 900),
        pageviews: whole(0, 3000),
        bounceRate: whole(0, 1000) / 10,
        avgSessionSeconds: whole(0, 3000) / 10,
        conversions: whole(0, 100) / 4,
        topPages: ['/', '/about', '/contact'].map((path) => ({ path, pageviews: whole(0, 400) })),
        channels: [{ channel: among(['Organic', 'Direct', 'Social']), sessions: whole(1, 300) }],
      })),
  );
}

const sum = <T>(rows: T[], of: (row: T) => number) => rows.reduce((all, row) => all + of(row), 0);

/** The totals, calculated independently. */
function totalsOf(rows: Row[]) {
  const sessions = sum(rows, (row) => row.sessions);
  const weighted = (of: (row: Row) => number) =>
    sessions === 0 ? null : sum(rows, (row) => of(row) * row.sessions) / sessions;
  return {
    users: sum(rows, (row) => row.users),
    sessions,
    pageviews: sum(rows, (row) => row.pageviews),
    bounceRate: weighted((row) => row.bounceRate),
    avgSessionSeconds: weighted((row) => row.avgSessionSeconds),
    conversions: sum(rows, (row) => row.conversions),
  };
}

const within = (rows: Row[], from: string, to: string) => rows.filter(({ date }) => date >= from && date <= to);

/** Rates have one decimal: they may differ by half of it. */
function near(shown: Record<string, number | null>, expected: Record<string, number | null>) {
  for (const [key, value] of Object.entries(expected))
    if (value === null) expect(shown[key]).toBeNull();
    else expect(Math.abs((shown[key] ?? Number.NaN) - value)).toBeLessThanOrEqual(0.0500001);
}

describe('GET /api/visibility/website-analytics', () => {
  it('returns empty values without data', async () => {
    const person = await portal.register();

    const { data } = (await person.get(URL)).json();

    const nothing = { users: 0, sessions: 0, pageviews: 0, bounceRate: null, avgSessionSeconds: null, conversions: 0 };
    expect(data).toEqual({
      period: { from: plusDays(yesterday(), -29), to: yesterday() },
      usersBasis: 'daily_sum',
      comparisonUsersBasis: 'daily_sum',
      totals: nothing,
      comparison: nothing,
      series: [],
      topPages: [],
      channels: [],
      connectedSources: [],
      asOf: null,
    });
  });

  it.each([1, 2, 3])('matches an independent calculation (seed %i)', async (seed) => {
    const { person, send } = await sender(portal);
    const all = allTraffic(seed);
    await send(all.map((row) => record('website_daily', { ...row })));
    const chosen = seed === 1 ? 'plausible' : 'ga4';
    await person.put('/api/auth/org', { primaryAnalyticsSource: chosen });
    const rows = all.filter(({ source }) => source === chosen);

    const { data } = (await person.get(URL)).json();

    const { from, to } = data.period;
    const now = within(rows, from, to);
    near(data.totals, totalsOf(now));
    near(data.comparison, totalsOf(within(rows, plusDays(from, -30), plusDays(from, -1))));
    const days = [...new Set(now.map(({ date }) => date))].sort();
    expect(data.series).toEqual(
      days.map((date) => {
        const { users, sessions, pageviews } = totalsOf(within(now, date, date));
        return { date, users, sessions, pageviews };
      }),
    );
    for (const { path, pageviews } of data.topPages)
      expect(pageviews).toBe(
        sum(now, (row) =>
          sum(
            row.topPages.filter((page) => page.path === path),
            (page) => page.pageviews,
          ),
        ),
      );
    expect(Math.round(sum(data.channels, (channel: { share: number }) => channel.share * 10))).toBe(1000);
    expect(data.connectedSources.map(({ source, status }: Record<string, string>) => [source, status])).toEqual([
      ['ga4', 'reported'],
      ['plausible', 'reported'],
    ]);
    for (const { source, primary, totals } of data.connectedSources) {
      const { users, sessions, pageviews } = totalsOf(within(all, from, to).filter((row) => row.source === source));
      expect([primary, totals]).toEqual([source === chosen, { users, sessions, pageviews }]);
    }
  });

  it('covers the requested days, the last one included', async () => {
    const { person, send } = await sender(portal);
    await send(
      ['2026-01-31', '2026-02-01', '2026-02-02', '2026-02-03'].map((date) =>
        record('website_daily', { date, sessions: 7 }),
      ),
    );

    const { data } = (await person.get(`${URL}?from=2026-02-01&to=2026-02-02`)).json();

    expect(data.totals.sessions).toBe(14);
    expect(data.comparison.sessions).toBe(7);
  });

  it('reflects new data immediately despite the cache', async () => {
    const { person, send } = await sender(portal);
    await person.get(URL);
    await send([record('website_daily', { date: yesterday(), sessions: 5 })]);

    const { data } = (await person.get(URL)).json();

    expect(data.totals.sessions).toBe(5);
  });

  it.each([
    'from=2026-02-30',
    'from=20260201',
    'to=0x10',
    'from=2026-02-02&to=2026-02-01',
    'from=2020-01-01&to=2026-01-01',
  ])('rejects %s', async (query) => {
    const person = await portal.register();

    const response = await person.get(`${URL}?${query}`);

    expect(response.statusCode).toBe(400);
    expect(response.json().code).toBe('VALIDATION_ERROR');
  });
});
