import { describe, expect, it } from 'vitest';
import { reviews } from '../../db/schema/index.ts';
import { chance } from '../helpers/chance.ts';
import { copyFirst } from '../helpers/copies.ts';
import { sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();
const URL = '/api/analytics/reviews';

describe('GET /api/analytics/reviews', () => {
  it('returns empty values without data', async () => {
    const person = await portal.register();

    const { data } = (await person.get(URL)).json();

    const distribution = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
    const summary = {
      averageRating: null,
      totalReviews: 0,
      responseRate: null,
      distribution,
      bySource: [],
      byMonth: [],
    };
    expect(data).toEqual({ summary, reviews: [] });
  });

  it.each([1, 2])('matches an independent calculation of the summary (seed %i)', async (seed) => {
    const { person, send } = await sender(portal);
    const { whole, among } = chance(seed);
    const rows = Array.from({ length: 90 }, () => ({
      source: among(['google', 'yelp', 'facebook']),
      rating: whole(2, 10) / 2,
      responded: whole(0, 1) === 1,
      publishedAt: `2026-02-${String(whole(1, 28)).padStart(2, '0')}T${String(whole(10, 23))}:00:00.000Z`,
    }));
    await send(rows.map((row) => record('review', row)));

    const { data } = (await person.get(`${URL}?limit=200`)).json();

    const mean = (of: typeof rows) => of.reduce((all, { rating }) => all + rating, 0) / of.length;
    const { summary } = data;
    expect(summary.totalReviews).toBe(90);
    expect(summary.averageRating).toBeCloseTo(mean(rows), 1);
    expect(summary.responseRate).toBeCloseTo((rows.filter(({ responded }) => responded).length / 90) * 100, 0);
    for (const star of [1, 2, 3, 4, 5])
      expect(summary.distribution[star]).toBe(rows.filter(({ rating }) => Math.round(rating) === star).length);
    for (const { source, count, averageRating } of summary.bySource) {
      const ofSource = rows.filter((row) => row.source === source);
      expect(count).toBe(ofSource.length);
      expect(averageRating).toBeCloseTo(mean(ofSource), 1);
    }
    const times = data.reviews.map(({ publishedAt }: { publishedAt: string }) => publishedAt);
    expect(times).toEqual(
      rows
        .map(({ publishedAt }) => publishedAt)
        .sort()
        .reverse(),
    );
  });

  it('lists those without an answer, of few stars, or the worst first, with their answers and links', async () => {
    const { person, send } = await sender(portal);
    const url = 'https://reviews.example/1';
    const facts = (rating: number, responded: boolean, day: number, more = {}) =>
      record('review', { rating, responded, publishedAt: `2026-02-0${day}T10:00:00.000Z`, ...more });
    await send([
      facts(5, false, 1),
      facts(1, false, 2, { url }),
      facts(2, true, 3, { answer: 'We are sorry.' }),
      facts(1, false, 4),
      facts(4, true, 5),
    ]);
    const days = async (query: string) => {
      const { data } = (await person.get(`${URL}?${query}`)).json();
      return data.reviews.map(({ publishedAt }: { publishedAt: string }) => Number(publishedAt.slice(9, 10)));
    };
    const worst = await person.get(`${URL}?sort=rating&limit=3`);
    const next = /^<([^>]+)>/.exec(String(worst.headers.link))?.[1] ?? '';

    expect(await days('responded=false')).toEqual([4, 2, 1]);
    expect(await days('responded=true&stars=2')).toEqual([3]);
    expect(await days('sort=rating')).toEqual([4, 2, 3, 5, 1]);
    const rest = (await person.get(next)).json().data.reviews;
    expect(rest.map(({ rating }: { rating: number }) => rating)).toEqual([4, 5]);
    expect(worst.json().data).toMatchObject({
      summary: { totalReviews: 5 },
      reviews: [{ url: null }, { url }, { answer: 'We are sorry.' }],
    });
  });

  it('finds words in a review, its answer or the name of its author, with the other filters, page by page', async () => {
    const { person, send } = await sender(portal);
    const facts = (day: number, more: object) =>
      record('review', { publishedAt: `2026-02-0${day}T10:00:00.000Z`, rating: 5, ...more });
    await send([
      facts(1, { text: 'A short WAIT, and 100% kind.' }),
      facts(2, { text: null, answer: 'Sorry for the wait.' }),
      facts(3, { text: null, authorName: 'Ann Waite', rating: 2 }),
      facts(4, { text: 'Nothing to add.', authorName: null }),
    ]);
    const days = async (query: string) => {
      const { data } = (await person.get(`${URL}?${query}`)).json();
      return data.reviews.map(({ publishedAt }: { publishedAt: string }) => Number(publishedAt.slice(9, 10)));
    };
    const first = await person.get(`${URL}?search=wait&sort=rating&limit=1`);
    const next = /^<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';

    expect(await days('search=wait')).toEqual([3, 2, 1]);
    expect(await days('search=%20wait%20&stars=3')).toEqual([3]);
    expect(await days('search=0%25%20k')).toEqual([1]);
    expect(await days('search=w_it')).toEqual([]);
    expect((await days('')).length).toBeGreaterThan(0);
    expect(await days('search=undefined')).toEqual([]);
    expect(first.json().data).toMatchObject({ summary: { totalReviews: 4 }, reviews: [{ authorName: 'Ann Waite' }] });
    expect((await person.get(next)).json().data.reviews).toMatchObject([{ answer: 'Sorry for the wait.' }]);
  });

  it('looks for words through 10,000 reviews, and goes on behind them with the next page', async () => {
    const { person, send, db } = await sender(portal);
    await send([record('review', { text: 'Nice.' }, 'first')]);
    await copyFirst(db, reviews, 10_000);
    await send([record('review', { text: 'We had to wait.', publishedAt: '2020-02-01T10:00:00.000Z' }, 'oldest')]);

    const first = await person.get(`${URL}?search=wait`);
    const next = /^<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';

    expect(first.json()).toMatchObject({ data: { reviews: [] } });
    const rest = await person.get(next);
    expect(rest.json().data.reviews).toMatchObject([{ text: 'We had to wait.' }]);
    expect(rest.headers['x-has-more']).toBe('false');
  });

  it('tells the reviews of each month of the organization’s time zone, and of months without', async () => {
    const { person, send } = await sender(portal);
    await person.put('/api/auth/org', { timezone: 'Pacific/Auckland' });
    const facts = (publishedAt: string, rating: number) => record('review', { publishedAt, rating });
    await send([
      facts('2025-11-10T10:00:00.000Z', 5),
      facts('2025-12-31T12:00:00.000Z', 4),
      facts('2026-01-05T10:00:00.000Z', 3.5),
    ]);

    const { summary } = (await person.get(URL)).json().data;
    const january = (await person.get(`${URL}?from=2026-01-02`)).json().data;

    expect(summary.byMonth).toEqual([
      { month: '2025-11', count: 1, averageRating: 5 },
      { month: '2025-12', count: 0, averageRating: null },
      { month: '2026-01', count: 2, averageRating: 3.75 },
    ]);
    expect(january.summary.byMonth).toEqual([{ month: '2026-01', count: 1, averageRating: 3.5 }]);
  });

  it('tells at most the latest 60 months, however old the oldest review is', async () => {
    const { person, send } = await sender(portal);
    await send([
      record('review', { publishedAt: '2001-02-03T10:00:00.000Z' }),
      record('review', { publishedAt: '2026-01-05T10:00:00.000Z' }),
    ]);

    const { byMonth } = (await person.get(URL)).json().data.summary;

    expect([byMonth.length, byMonth[0].month, byMonth[59]]).toEqual([
      60,
      '2021-02',
      { month: '2026-01', count: 1, averageRating: 4.5 },
    ]);
  });

  it('returns pages of the requested days in the organization’s time zone', async () => {
    const { person, send } = await sender(portal);
    await person.put('/api/auth/org', { timezone: 'Pacific/Auckland' });
    // Auckland is 13 hours ahead: the first and the last fall on other days there.
    const moments = [
      '2026-01-31T10:59:00.000Z',
      '2026-01-31T11:00:00.000Z',
      '2026-02-01T10:59:00.000Z',
      '2026-02-01T11:00:00.000Z',
    ];
    await send(moments.map((publishedAt) => record('review', { publishedAt })));

    const whole = (await person.get(`${URL}?from=2026-02-01&to=2026-02-01`)).json().data;
    const second = (await person.get(`${URL}?limit=1&offset=1`)).json().data;

    expect(whole.reviews.map(({ publishedAt }: { publishedAt: string }) => publishedAt)).toEqual([
      moments[2],
      moments[1],
    ]);
    expect(whole.summary.totalReviews).toBe(2);
    expect(second.reviews.map(({ publishedAt }: { publishedAt: string }) => publishedAt)).toEqual([moments[2]]);
    expect(second.summary.totalReviews).toBe(4);
  });

  it('summarizes any number of reviews of one moment, and lists those far down', async () => {
    const { person, send, db } = await sender(portal);
    await send([record('review', {}, 'first')]);
    await copyFirst(db, reviews, 6_000);
    await send([record('review', { source: 'yelp', rating: 2, responded: false }, 'other')]);

    const answer = await person.get(`${URL}?limit=1&offset=5999`);
    const last = (await person.get(`${URL}?limit=10&offset=6000`)).json();

    expect(answer.statusCode, answer.body).toBe(200);
    const { data } = answer.json();
    expect(data.summary).toEqual({
      averageRating: 4.5,
      totalReviews: 6001,
      responseRate: 100,
      distribution: { '1': 0, '2': 1, '3': 0, '4': 0, '5': 6000 },
      bySource: [
        { source: 'google', count: 6000, averageRating: 4.5 },
        { source: 'yelp', count: 1, averageRating: 2 },
      ],
      byMonth: [{ month: '2026-02', count: 6001, averageRating: 4.5 }],
    });
    expect([data.reviews.length, last.data.reviews.length]).toEqual([1, 1]);
  });

  it.each([
    'limit=0',
    'limit=201',
    'limit=1e1',
    'offset=-1',
    'from=2026-02-02&to=2026-02-01',
    'limit=5&limit=6',
    `search=${'x'.repeat(201)}`,
    'search=a%00b',
    'search=%ED%A0%80',
  ])('rejects %s', async (query) => {
    const person = await portal.register();

    const response = await person.get(`${URL}?${query}`);

    expect(response.statusCode).toBe(400);
  });
});
