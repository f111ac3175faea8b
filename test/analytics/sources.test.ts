import { describe, expect, it } from 'vitest';
import { shares } from '../../routers/values/shares.ts';
import { chance } from '../helpers/chance.ts';
import { sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();
const URL = '/api/analytics/sources?from=2026-02-01&to=2026-02-28';

describe('Shares', () => {
  it.each([
    [
      [1, 1, 1],
      [33.4, 33.3, 33.3],
    ],
    [
      [2, 1],
      [66.7, 33.3],
    ],
    [
      [0, 5],
      [0, 100],
    ],
    [
      [0, 0],
      [null, null],
    ],
    [[], []],
    [
      [1, 999_999],
      [0, 100],
    ],
  ])('splits %j into %j', (parts, expected) => {
    expect(shares(parts)).toEqual(expected);
  });

  it('always add up to 100', () => {
    const { whole } = chance(7);
    for (let round = 0; round < 200; round++) {
      const parts = Array.from({ length: whole(1, 40) }, () => whole(0, 1000)).concat(1);

      const tenths = shares(parts).map((share) => Math.round((share ?? 0) * 10));

      expect(tenths.reduce((sum, share) => sum + share, 0)).toBe(1000);
    }
  });
});

describe('GET /api/analytics/sources', () => {
  it('returns empty values without data', async () => {
    const person = await portal.register();

    const { data } = (await person.get(URL)).json();

    expect(data).toEqual({
      period: { from: '2026-02-01', to: '2026-02-28' },
      totals: { sessions: 0, conversions: 0 },
      sources: [],
    });
  });

  it('adds up days, largest source first, with shares that add up to 100', async () => {
    const { person, send } = await sender(portal);
    const row = (source: string, sessions: number, facts: object = {}) =>
      record('traffic_source', {
        source,
        medium: 'referral',
        sessions,
        users: 1,
        conversions: 0.25,
        isAiAssistant: false,
        ...facts,
      });
    await send([
      row('google', 60, { date: '2026-02-01' }),
      row('google', 40, { date: '2026-02-02' }),
      row('chatgpt.com', 50, { isAiAssistant: true }),
      row('bing', 150, { date: '2026-01-31' }),
      row('bing', 3),
    ]);

    const { data } = (await person.get(URL)).json();

    expect(data.sources).toEqual([
      {
        source: 'google',
        medium: 'referral',
        sessions: 100,
        users: 2,
        conversions: 0.5,
        share: 65.3,
        isAiAssistant: false,
      },
      {
        source: 'chatgpt.com',
        medium: 'referral',
        sessions: 50,
        users: 1,
        conversions: 0.25,
        share: 32.7,
        isAiAssistant: true,
      },
      {
        source: 'bing',
        medium: 'referral',
        sessions: 3,
        users: 1,
        conversions: 0.25,
        share: 2,
        isAiAssistant: false,
      },
    ]);
    expect(data.totals).toEqual({ sessions: 153, conversions: 1 });
  });

  it('limits the list, with totals of all sources', async () => {
    const { person, send } = await sender(portal);
    await send([1, 2, 3].map((n) => record('traffic_source', { source: `source ${n}`, sessions: n })));

    const { data } = (await person.get(`${URL}&limit=1`)).json();

    expect(data.sources).toHaveLength(1);
    expect(data.sources[0]).toMatchObject({ source: 'source 3', share: 50 });
    expect(data.totals.sessions).toBe(6);
  });

  it('counts each day of a year once', async () => {
    const { person, send } = await sender(portal);
    const days = Array.from({ length: 366 }, (_, n) => new Date(Date.UTC(2025, 0, n)).toISOString().slice(0, 10));
    await send(days.map((date) => record('traffic_source', { date, sessions: 2, users: 1, conversions: 0.1 })));
    await send(days.map((date) => record('traffic_hourly', { at: `${date}T10:00:00Z`, sessions: 2 })));

    const [sources, heatmap, impact] = await Promise.all(
      ['analytics/sources', 'analytics/heatmap', 'dashboard/content-impact'].map(async (path) =>
        (await person.get(`/api/${path}?from=${days[1]}&to=${days.at(-1)}`)).json(),
      ),
    );

    expect(sources.data.sources).toMatchObject([{ sessions: 730, users: 365, conversions: 36.5, share: 100 }]);
    expect(heatmap.data.total).toBe(730);
    expect(impact.data.attribution).toMatchObject([{ sessions: 730, conversions: 36.5 }]);
  });
});
