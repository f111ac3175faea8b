import { describe, expect, it } from 'vitest';
import { ingest } from '../helpers/content.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();

const NONE = { clicks: 0, impressions: 0, ctr: null, position: null, days: 0 };
const PERIOD = '?from=2026-02-11&to=2026-02-20';

const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

const row = (date: string, figures: [clicks: number, impressions: number, position: number], of: object = {}) => {
  const [clicks, impressions, position] = figures;
  return record('search_daily', { query: null, page: null, ...of, date, clicks, impressions, position });
};

async function searchOf(records: object[], query = PERIOD) {
  const person = await portal.register();
  if (records.length > 0) await ingest(person, records);
  const response = await person.get(`/api/visibility/search${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

describe('GET /api/visibility/search', () => {
  it('has its full shape without any figures', async () => {
    const data = await searchOf([]);

    expect(data).toEqual({
      period: { from: '2026-02-11', to: '2026-02-20' },
      totals: NONE,
      comparison: NONE,
      series: [],
      queries: [],
      pages: [],
      risen: [],
      fallen: [],
      asOf: null,
    });
  });

  it('sums the totals of days, with the click rate in percent and the position weighted by impressions', async () => {
    const data = await searchOf([
      row('2026-02-11', [3, 100, 4]),
      row('2026-02-20', [1, 300, 8.5]),
      row('2026-02-10', [2, 50, 3]),
      row('2026-02-21', [9, 90, 1]),
    ]);

    expect(data.totals).toEqual({ clicks: 4, impressions: 400, ctr: 1, position: 7.38, days: 2 });
    expect(data.comparison).toEqual({ clicks: 2, impressions: 50, ctr: 4, position: 3, days: 1 });
    expect(data.series).toEqual([
      { date: '2026-02-11', clicks: 3, impressions: 100 },
      { date: '2026-02-20', clicks: 1, impressions: 300 },
    ]);
    expect(Date.parse(data.asOf)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('does not add the parts of a day to its total, and takes the most complete part where there is none', async () => {
    const [query, page] = ['implants', 'https://example.com/'];
    const data = await searchOf([
      row('2026-02-11', [10, 100, 2]),
      row('2026-02-11', [6, 60, 2], { query }),
      row('2026-02-11', [9, 120, 2], { page }),
      row('2026-02-12', [5, 50, 2], { query }),
      row('2026-02-12', [7, 70, 2], { page }),
    ]);

    expect(data.totals).toMatchObject({ clicks: 17, impressions: 170 });
    expect(data.queries).toMatchObject([{ query, clicks: 11, impressions: 110 }]);
    expect(data.pages).toMatchObject([{ page, clicks: 16, impressions: 190 }]);
  });

  it('lists queries and pages by clicks, with their change', async () => {
    const of = (query: string) => ({ query });
    const data = await searchOf([
      row('2026-02-15', [8, 100, 3], of('implants')),
      row('2026-02-15', [9, 90, 2], of('dentist')),
      row('2026-02-15', [0, 40, 11], of('braces')),
      row('2026-02-05', [5, 100, 4.5], of('implants')),
      row('2026-02-05', [20, 90, 1], of('whitening')),
    ]);

    expect(data.queries).toEqual([
      { query: 'dentist', clicks: 9, impressions: 90, ctr: 10, position: 2, change: 9, positionChange: null },
      { query: 'implants', clicks: 8, impressions: 100, ctr: 8, position: 3, change: 3, positionChange: -1.5 },
      { query: 'braces', clicks: 0, impressions: 40, ctr: 0, position: 11, change: 0, positionChange: null },
    ]);
    expect(data.risen.map(({ query }: { query: string }) => query)).toEqual(['dentist', 'implants']);
    expect(data.fallen).toEqual([
      { query: 'whitening', clicks: 0, impressions: 0, ctr: null, position: null, change: -20, positionChange: null },
    ]);
  });

  it('compares the days that are reported so far with as many before', async () => {
    const daily = Array.from({ length: 20 }, (_, at) => row(daysAgo(at + 3), [at < 8 ? 3 : 2, 50, 4]));
    const data = await searchOf(daily, `?from=${daysAgo(10)}&to=${daysAgo(1)}`);
    const older = await searchOf(daily, `?from=${daysAgo(12)}&to=${daysAgo(5)}`);

    expect(data.totals).toMatchObject({ clicks: 24, days: 8 });
    expect(data.comparison).toMatchObject({ clicks: 16, days: 8 });
    expect(older.comparison).toMatchObject({ days: 8 });
  });

  it('has no changes where nothing is known of the period before', async () => {
    const data = await searchOf([row('2026-02-15', [8, 100, 3], { query: 'implants' })]);

    expect(data).toMatchObject({ queries: [{ change: null, positionChange: null }], risen: [], fallen: [] });
  });

  it('counts queries and pages from rows that name both, where no others do', async () => {
    const both = (query: string, path: string) => ({ query, page: `https://example.com${path}` });
    const data = await searchOf([
      row('2026-02-15', [4, 40, 2], both('implants', '/')),
      row('2026-02-15', [3, 30, 2], both('implants', '/implants')),
    ]);

    expect(data.totals).toMatchObject({ clicks: 7, impressions: 70 });
    expect(data.queries).toMatchObject([{ query: 'implants', clicks: 7 }]);
    expect(data.pages).toMatchObject([
      { page: 'https://example.com/', clicks: 4 },
      { page: 'https://example.com/implants', clicks: 3 },
    ]);
  });

  it('adds up more rows than one statement reads', async () => {
    const queries = Array.from({ length: 1500 }, (_, n) => ({ query: `query ${n}` }));
    const person = await portal.register();
    for (const date of ['2026-02-12', '2026-02-13'])
      for (const part of [queries.slice(0, 1000), queries.slice(1000)])
        await ingest(
          person,
          part.map((of) => row(date, [1, 10, 2], of)),
        );

    const { data } = (await person.get(`/api/visibility/search${PERIOD}`)).json();

    expect(data.totals).toMatchObject({ clicks: 3000, impressions: 30_000, position: 2 });
    expect(data.queries).toHaveLength(100);
    expect(data.queries[0]).toMatchObject({ clicks: 2 });
  });

  it('refuses more rows of a day than it reads', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const rows = (from: number) =>
      Array.from({ length: 1000 }, (_, n) => row('2026-02-12', [1, 10, 2], { query: `query ${from + n}` }));
    await ingest(person, rows(0));
    await ingest(person, rows(1000));

    const answer = await pipeline.post('/api/ingest/records', [row('2026-02-12', [1, 10, 2], { query: 'one more' })]);

    expect(answer.json().rejected).toMatchObject([{ error: expect.stringContaining('2,000 records of searches') }]);
  });
});
