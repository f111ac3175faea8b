import { describe, expect, it } from 'vitest';
import { plusDays, todayIn } from '../../routers/values/days.ts';
import { sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const ago = (days: number) => plusDays(todayIn('UTC'), -days);
const days = (source: string, from: number, to: number, facts: object = {}) =>
  Array.from({ length: to - from + 1 }, (_, n) =>
    record('website_daily', { source, date: ago(from + n), sessions: 10, users: 8, pageviews: 20, ...facts }),
  );

/** An organization with these records, and a function that reads a route of it. */
async function reporting(records: object[]) {
  const its = await sender(portal);
  await its.send(records);
  const read = async (path: string) => (await its.person.get(`/api/${path}`)).json();
  const traffic = async () => (await read('visibility/website-analytics')).data;
  const choose = (primaryAnalyticsSource: unknown) => its.person.put('/api/auth/org', { primaryAnalyticsSource });
  return { ...its, read, traffic, choose };
}

describe('The primary analytics source', () => {
  it('is the one with the most days of the last 90, then the first by name, and its visits alone count', async () => {
    const { traffic, send } = await reporting([...days('matomo', 1, 20), ...days('plausible', 1, 20)]);

    const first = await traffic();
    await send([...days('plausible', 21, 21), ...days('matomo', 91, 120)]);
    const second = await traffic();

    const primaryOf = ({ connectedSources }: { connectedSources: { source: string; primary: boolean }[] }) =>
      connectedSources.filter(({ primary }) => primary).map(({ source }) => source);
    expect([primaryOf(first), primaryOf(second)]).toEqual([['matomo'], ['plausible']]);
    expect([first.totals.sessions, second.totals.sessions]).toEqual([200, 210]);
    expect(second.series).toHaveLength(21);
  });

  it('is the one that an administrator names, one without rows too, and null lets the days decide', async () => {
    const { traffic, choose, read } = await reporting([...days('ga4', 1, 5), ...days('plausible', 1, 2)]);

    const seen = [];
    for (const source of ['plausible', 'unheard of', null]) {
      expect((await choose(source)).json().data).toMatchObject({ primaryAnalyticsSource: source });
      seen.push((await traffic()).totals.sessions);
    }

    expect(seen).toEqual([20, 0, 50]);
    expect((await read('auth/org')).data.primaryAnalyticsSource).toBeNull();
    for (const wrong of ['', 'x'.repeat(201), 5]) expect(outcome(await choose(wrong))).toBe('400 VALIDATION_ERROR');
  });

  it('decides on traffic sources, heat map, attribution and insights, too; rows without a tool are its own', async () => {
    const reported = ['ga4', 'plausible', undefined].flatMap((reportedBy, n) => [
      record('traffic_source', { date: ago(3), source: `s${n}`, sessions: 10 ** n, reportedBy }),
      record('traffic_hourly', { at: `${ago(3)}T10:00:00Z`, sessions: 10 ** n, reportedBy }),
    ]);
    const { read, choose, person } = await reporting([...days('ga4', 1, 5), ...days('plausible', 1, 2), ...reported]);

    const seen = [];
    for (const source of ['ga4', 'plausible']) {
      await choose(source);
      const preview = await person.get('/api/insights/preview?query=Why%3F');
      seen.push([
        (await read('analytics/sources')).data.totals.sessions,
        (await read('analytics/sources')).data.sources.map((row: { source: string }) => row.source),
        (await read('analytics/heatmap')).data.total,
        (await read('dashboard/content-impact')).data.attribution.length,
        preview.json().data.context.analytics.sessions,
      ]);
    }

    expect(seen).toEqual([
      [101, ['s2', 's0'], 101, 2, 50],
      [110, ['s2', 's1'], 110, 2, 20],
    ]);
  });
});

describe('The users of a period', () => {
  const period = (source: string, from: number, to: number, users: number) =>
    record('website_period', { source, from: ago(from), to: ago(to), users });

  it('are those that the primary source reports of exactly this period, else the sum of its days', async () => {
    const { traffic, send } = await reporting([...days('ga4', 1, 60), ...days('plausible', 1, 10)]);

    const before = await traffic();
    await send([period('ga4', 31, 1, 1), period('plausible', 30, 1, 2), period('ga4', 60, 31, 77)]);
    const others = await traffic();
    await send([period('ga4', 30, 1, 99)]);
    const exact = await traffic();

    const usersOf = (data: {
      usersBasis: string;
      totals: { users: number };
      comparisonUsersBasis: string;
      comparison: { users: number };
    }) => [data.usersBasis, data.totals.users, data.comparisonUsersBasis, data.comparison.users];
    expect([before, others, exact].map(usersOf)).toEqual([
      ['daily_sum', 240, 'daily_sum', 240],
      ['daily_sum', 240, 'period', 77],
      ['period', 99, 'period', 77],
    ]);
    expect(exact.connectedSources.map((row: { totals: { users: number } }) => row.totals.users)).toEqual([99, 2]);
  });

  it('of a period that ends before it begins are refused', async () => {
    const { send } = await reporting([]);

    const receipt = await send([period('ga4', 1, 30, 5)]);

    expect(receipt.json().rejected).toMatchObject([{ error: 'data.to: must not be before `from`' }]);
  });
});
