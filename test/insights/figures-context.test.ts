import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { organizations } from '../../db/schema/index.ts';
import { plusDays, todayIn } from '../../routers/values/days.ts';
import { ingest } from '../helpers/content.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { aeo, answer, competitor } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

const contextOf = async (person: Person) =>
  (await person.get('/api/insights/preview?type=scoring')).json().data.context;

/** The month so many months before the current one of UTC, as `YYYY-MM`. */
const month = (ago: number) => {
  const [year = 0, now = 1] = todayIn('UTC').split('-').map(Number);
  return new Date(Date.UTC(year, now - 1 - ago, 1)).toISOString().slice(0, 7);
};

it('has the reviews by platform and by month of 13 months, with platforms of no list as other', async () => {
  const person = await portal.register();
  const review = (publishedAt: string, source: string, rating: number, responded = true) =>
    record('review', { publishedAt, source, rating, responded, text: 'Secret', authorName: 'Secret' });
  await ingest(person, [
    review(`${month(1)}-03T10:00:00Z`, 'Google', 5, false),
    review(`${month(1)}-04T10:00:00Z`, 'google business', 4),
    review(`${month(1)}-05T10:00:00Z`, 'Secret guest book', 1, false),
    review(`${month(12)}-28T10:00:00Z`, 'yelp', 3),
    review(`${month(13)}-02T10:00:00Z`, 'yelp', 4.5),
  ]);

  const { reviews } = await contextOf(person);

  expect(reviews).toEqual({
    count: 5,
    average: 3.5,
    unanswered: 2,
    by_source: [
      { source: 'google', count: 2, average: 4.5 },
      { source: 'yelp', count: 2, average: 3.75 },
      { source: 'other', count: 1, average: 1 },
    ],
    by_month: [
      { month: month(12), count: 1, average: 3, by_source: [{ source: 'yelp', count: 1 }] },
      {
        month: month(1),
        count: 3,
        average: 3.33,
        by_source: [
          { source: 'google', count: 2 },
          { source: 'other', count: 1 },
        ],
      },
    ],
  });
});

it('counts a review in the month of the client’s time zone', async () => {
  const person = await portal.register();
  const timezone = 'Pacific/Kiritimati';
  await portal.deps.database.accounts.update(organizations).set({ timezone }).where(eq(organizations.id, person.orgId));
  // 14 hours ahead of UTC: there, the month has begun.
  await ingest(person, [record('review', { publishedAt: `${plusDays(`${month(1)}-01`, -1)}T12:00:00Z` })]);

  const { reviews } = await contextOf(person);

  expect(reviews.by_month.map((row: { month: string }) => row.month)).toEqual([month(1)]);
});

it('has visits by month, and by channel and from AI assistants of the last 30 days', async () => {
  const person = await portal.register();
  const yesterday = plusDays(todayIn('UTC'), -1);
  const day = (date: string, sessions: number, channels: object[]) =>
    record('website_daily', { date, sessions, users: sessions - 10, conversions: 2.5, channels, topPages: [] });
  const source = (name: string, sessions: number, isAiAssistant: boolean) =>
    record('traffic_source', { date: yesterday, source: name, sessions, isAiAssistant });
  await ingest(person, [
    day(yesterday, 100, [
      { channel: 'Organic Search', sessions: 60 },
      { channel: 'SEO', sessions: 5 },
      { channel: 'Secret channel', sessions: 35 },
    ]),
    day(`${month(3)}-10`, 200, [{ channel: 'Direct', sessions: 200 }]),
    day(`${month(3)}-11`, 50, []),
    day(`${month(14)}-11`, 999, []),
    source('chatgpt.com', 7, true),
    source('perplexity.ai', 4, true),
    source('google', 60, false),
  ]);

  const { traffic } = await contextOf(person);

  expect(traffic).toEqual({
    by_month: [
      { month: month(3), sessions: 250, users: 230, conversions: 5 },
      { month: yesterday.slice(0, 7), sessions: 100, users: 90, conversions: 3 },
    ],
    by_channel: [
      { channel: 'organic', sessions: 65 },
      { channel: 'other', sessions: 35 },
    ],
    ai_assistants: 11,
  });
});

it('has the rank among competitors and the rates of assistants, unlisted ones together', async () => {
  const person = await portal.register();
  const given = (engine: string, mentioned: boolean) => answer({ engine, mentioned, prompt: 'Secret' });
  const answers = [
    ...[given('Chat GPT', true), given('Secret engine', true), given('Another secret', false)],
    ...[given('Another secret', false), given('Another secret', true)],
  ];
  const competitors = [competitor({ dynamic_score: 90 }), competitor({ dynamic_score: 10, domain: 'other.example' })];
  const overall = { rawScore: 60, dynamicScore: 50, confidence: 0.8 };
  const pipeline = await person.pipeline();
  await pipeline.post('/api/ingest/scans', scan({ overall, competitors, aeo: aeo({ answers }) }));

  const context = await contextOf(person);

  expect(context.competitors).toEqual({ rank: 2, of: 3, average: 50 });
  expect(context.ai_search.by_engine.map((row: { engine: string }) => row.engine)).toEqual(['chatgpt', 'other']);
  expect(context.ai_search.by_engine[1]).toEqual({ engine: 'other', mention_rate: 50, low: null, high: null });
  expect(JSON.stringify(context)).not.toMatch(/secret|example/i);
});

it('has the clicks, impressions and mean position in web search of the last 30 days, and no query or page', async () => {
  const person = await portal.register();
  const yesterday = plusDays(todayIn('UTC'), -1);
  const found = (date: string, clicks: number, impressions: number, position: number, of: object = {}) =>
    record('search_daily', { date, clicks, impressions, position, query: null, page: null, ...of });
  const before = await contextOf(person);
  await ingest(person, [
    found(yesterday, 3, 100, 4),
    found(yesterday, 2, 50, 3, { query: 'secret dentist' }),
    // Of a day without a total its parts count.
    found(plusDays(yesterday, -2), 5, 100, 3, { query: 'secret practice' }),
    found(plusDays(yesterday, -29), 1, 300, 8),
    found(plusDays(yesterday, -30), 50, 500, 1),
  ]);

  const context = await contextOf(person);

  expect(before).not.toHaveProperty('search');
  const { by_month, ...recent } = context.search;
  const sumOf = (name: 'clicks' | 'impressions') =>
    by_month.reduce((sum: number, row: Record<typeof name, number>) => sum + row[name], 0);
  expect(recent).toEqual({ clicks: 9, impressions: 500, position: 6.2 });
  expect([sumOf('clicks'), sumOf('impressions')]).toEqual([59, 1000]);
  expect(JSON.stringify(context)).not.toContain('secret');
});

it('changes as soon as a review arrives, and a question is answered with it', async () => {
  const person = await portal.register();
  const before = await contextOf(person);
  await ingest(person, [record('review', { source: 'google', publishedAt: `${month(1)}-03T10:00:00Z` })]);

  const { answer: said } = (
    await person.post('/api/insights/query', { type: 'nlq', query: 'How many reviews?' })
  ).json();

  expect(before).not.toHaveProperty('reviews');
  expect(said).toBe('You have 1 review in all.');
});
