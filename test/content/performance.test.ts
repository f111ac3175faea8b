import { describe, expect, it } from 'vitest';
import { plusDays, todayIn } from '../../routers/values/days.ts';
import { ingest, makePage } from '../helpers/content.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();

const ago = (days: number) => plusDays(todayIn('UTC'), -days);

/** Days of pages, as a pipeline tells them. */
const perform = (person: Person, ...days: { pageId: string; [fact: string]: unknown }[]) => {
  const usual = { date: ago(1), views: 100, engagementRate: 50, avgTimeOnPageSeconds: 60, conversions: 0 };
  const unknown = { citations: null, scoreBefore: null, scoreAfter: null };
  return ingest(
    person,
    days.map((day) => record('page_performance', { ...usual, ...unknown, ...day })),
  );
};

const ask = async (person: Person, path: string) => (await person.get(`/api${path}`)).json().data;

const NOTHING = { views: 0, engagementRate: null, avgTimeOnPageSeconds: null, conversions: 0, conversionRate: null };

describe('GET /api/content-performance', () => {
  it('returns zeros for the last 30 full days without data', async () => {
    const person = await portal.register();

    const data = await ask(person, '/content-performance');

    const period = { from: ago(30), to: ago(1) };
    expect(data).toEqual({ period, totals: NOTHING, comparison: NOTHING, pages: [] });
  });

  it('weights rates by views, and compares with the preceding period', async () => {
    const person = await portal.register();
    const [one, two] = [await makePage(person, { title: 'One' }), await makePage(person, { title: 'Two' })];
    await perform(
      person,
      { pageId: one.id, date: ago(1), views: 300, engagementRate: 40, avgTimeOnPageSeconds: 90, conversions: 3 },
      { pageId: one.id, date: ago(30), views: 100, engagementRate: 80, avgTimeOnPageSeconds: 10, conversions: 4.5 },
      { pageId: two.id, date: ago(2), views: 600, engagementRate: 10, avgTimeOnPageSeconds: 30, conversions: 0 },
      { pageId: one.id, date: ago(31), views: 10, engagementRate: 20, avgTimeOnPageSeconds: 5, conversions: 1 },
      { pageId: one.id, date: ago(0), views: 9999 },
    );

    const data = await ask(person, '/content-performance');

    expect(data).toMatchObject({
      totals: { views: 1000, engagementRate: 26, avgTimeOnPageSeconds: 46, conversions: 7.5, conversionRate: 0.8 },
      comparison: { views: 10, engagementRate: 20, avgTimeOnPageSeconds: 5, conversions: 1, conversionRate: 10 },
    });
    expect(data.pages).toEqual([
      { pageId: two.id, title: 'Two', views: 600, engagement: 10, conversions: 0, conversionRate: 0 },
      { pageId: one.id, title: 'One', views: 400, engagement: 50, conversions: 7.5, conversionRate: 1.9 },
    ]);
  });

  it('returns null rates without views', async () => {
    const person = await portal.register();
    const { id: pageId } = await makePage(person);
    await perform(person, { pageId, views: 0, conversions: 0 });

    const { totals, pages } = await ask(person, '/content-performance');

    expect(totals).toEqual(NOTHING);
    expect(pages).toMatchObject([{ views: 0, engagement: null, conversionRate: null }]);
  });

  it('applies the requested period and limit', async () => {
    const person = await portal.register();
    const [one, two] = [await makePage(person), await makePage(person)];
    await perform(person, ...[one, two].map(({ id: pageId }, n) => ({ pageId, date: '2026-02-10', views: n + 1 })), {
      pageId: one.id,
      date: '2026-02-11',
      views: 50,
    });

    const data = await ask(person, '/content-performance?from=2026-02-10&to=2026-02-10&limit=1');

    expect(data).toMatchObject({ period: { from: '2026-02-10', to: '2026-02-10' }, totals: { views: 3 } });
    expect(data.pages).toMatchObject([{ pageId: two.id }]);
  });

  it('returns a new title at once', async () => {
    const person = await portal.register();
    const { id: pageId } = await makePage(person, { title: 'Old' });
    await perform(person, { pageId });
    const titles = [(await ask(person, '/content-performance')).pages[0].title];

    await person.put(`/api/cms/pages/${pageId}`, { title: 'New' });

    titles.push((await ask(person, '/content-performance')).pages[0].title);
    expect(titles).toEqual(['Old', 'New']);
  });

  it.each([
    'from=2026-02-02&to=2026-02-01',
    'from=yesterday',
    'to=2026-02-30',
    'from=2020-01-01',
    'limit=0',
    'limit=201',
  ])('refuses %s', async (query) => {
    const person = await portal.register();

    expect((await person.get(`/api/content-performance?${query}`)).statusCode).toBe(400);
  });
});

describe('Content impact on visibility', () => {
  it('returns empty figures without data', async () => {
    const person = await portal.register();

    const data = await ask(person, '/visibility/content-impact');

    expect(data).toEqual({ summary: { pagesTracked: 0, avgScoreDelta: null, citationsGained: 0 }, items: [] });
  });

  it('lists the latest scores before and after publication, largest rise first', async () => {
    const person = await portal.register();
    const [up, down, unknown] = [
      await makePage(person, { title: 'Up', status: 'published' }),
      await makePage(person, { title: 'Down' }),
      await makePage(person, { title: 'Unknown' }),
    ];
    await perform(
      person,
      { pageId: up.id, date: ago(9), scoreBefore: 1, scoreAfter: 99, citations: 1 },
      { pageId: up.id, date: ago(3), scoreBefore: 40.1, scoreAfter: 52.4, citations: 2 },
      { pageId: up.id, date: ago(2), scoreBefore: 40.1, scoreAfter: null, citations: null },
      { pageId: down.id, scoreBefore: 60, scoreAfter: 55.5 },
      { pageId: unknown.id, citations: 4 },
    );

    const data = await ask(person, '/visibility/content-impact');
    const first = await ask(person, '/visibility/content-impact?limit=1');

    expect(data).toEqual({
      summary: { pagesTracked: 3, avgScoreDelta: 3.9, citationsGained: 7 },
      items: [
        {
          pageId: up.id,
          title: 'Up',
          publishedAt: up.publishedAt,
          scoreBefore: 40.1,
          scoreAfter: 52.4,
          delta: 12.3,
          citations: 3,
          views: 300,
        },
        {
          pageId: down.id,
          title: 'Down',
          publishedAt: null,
          scoreBefore: 60,
          scoreAfter: 55.5,
          delta: -4.5,
          citations: 0,
          views: 100,
        },
        {
          pageId: unknown.id,
          title: 'Unknown',
          publishedAt: null,
          scoreBefore: null,
          scoreAfter: null,
          delta: null,
          citations: 4,
          views: 100,
        },
      ],
    });
    expect(first).toEqual({ summary: data.summary, items: data.items.slice(0, 1) });
  });
});

it('figures of pages count each day of a year once, with the latest scores', async () => {
  const person = await portal.register();
  const page = await makePage(person, { title: 'All year' });
  const days = Array.from({ length: 365 }, (_, n) => ({ pageId: page.id, date: ago(365 - n), views: 2, citations: 1 }));
  const scored = days.map((day, n) => ({ ...day, conversions: 0.1, scoreBefore: 10, scoreAfter: n < 300 ? 20 : 30 }));
  await perform(person, ...scored);

  const [performance, impact, onDashboard] = await Promise.all(
    ['/content-performance', '/visibility/content-impact', '/dashboard/content-impact'].map((path) =>
      ask(person, `${path}?from=${ago(364)}`),
    ),
  );

  const totals = { views: 728, engagementRate: 50, avgTimeOnPageSeconds: 60, conversions: 36.4, conversionRate: 5 };
  expect(performance).toMatchObject({ totals, comparison: { views: 2 }, pages: [{ views: 728, engagement: 50 }] });
  expect(impact).toMatchObject({
    summary: { pagesTracked: 1, avgScoreDelta: 20, citationsGained: 364 },
    items: [{ scoreBefore: 10, scoreAfter: 30, delta: 20, views: 728 }],
  });
  expect(onDashboard.engagement).toMatchObject({ views: 728, engagementRate: 50 });
});

describe('Content impact on the dashboard', () => {
  it('returns empty figures without data', async () => {
    const person = await portal.register();

    const { conversions, conversionRate, ...engagement } = NOTHING;
    expect(await ask(person, '/dashboard/content-impact')).toEqual({
      period: { from: ago(30), to: ago(1) },
      engagement,
      conversion: { conversions, conversionRate },
      attribution: [],
    });
  });

  it('returns page performance and traffic sources', async () => {
    const person = await portal.register();
    const { id: pageId } = await makePage(person);
    await perform(person, { pageId, views: 200, engagementRate: 33.33, conversions: 5 });
    const from = (source: string, medium: string, sessions: number, date = ago(1)) =>
      record('traffic_source', { source, medium, sessions, date, conversions: 1.5 });
    await ingest(person, [
      from('google', 'organic', 50),
      from('google', 'cpc', 16),
      from('chatgpt', 'referral', 33),
      from('direct', 'none', 0),
      from('google', 'organic', 999, ago(0)),
    ]);

    const data = await ask(person, '/dashboard/content-impact');

    expect(data).toMatchObject({
      engagement: { views: 200, engagementRate: 33.3, avgTimeOnPageSeconds: 60 },
      conversion: { conversions: 5, conversionRate: 2.5 },
    });
    expect(data.attribution).toEqual([
      { source: 'google', sessions: 66, conversions: 3, share: 66.7 },
      { source: 'chatgpt', sessions: 33, conversions: 1.5, share: 33.3 },
      { source: 'direct', sessions: 0, conversions: 1.5, share: 0 },
    ]);
  });
});

describe('Content figures', () => {
  it('are the mean score and the number of published pages, updated at once', async () => {
    const person = await portal.register();
    const figures = async () => [
      (await person.get('/api/dashboard/kpis')).json().kpis.contentHealth,
      (await ask(person, '/insights/preview?type=scoring')).context.content.published_posts,
    ];
    const seen = [await figures()];
    const [one, other] = [await makePage(person, { status: 'published' }), await makePage(person, { title: 'x' })];
    seen.push(await figures());

    const changed = await person.put(`/api/cms/pages/${other.id}`, {
      title: 'A far better title',
      status: 'published',
    });

    seen.push(await figures());
    const mean = (scores: number[]) => Math.round(scores.reduce((sum, score) => sum + score, 0) * 5) / 10;
    expect(seen).toEqual([
      [null, 0],
      [mean([one.scores.overall, other.scores.overall]), 1],
      [mean([one.scores.overall, changed.json().data.scores.overall]), 2],
    ]);
  });
});
