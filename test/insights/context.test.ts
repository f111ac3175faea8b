import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { actionItems, goals, organizations, socialProfiles, websiteDaily } from '../../db/schema/index.ts';
import { plusDays, todayIn } from '../../routers/values/days.ts';
import { clientDb } from '../helpers/client-db.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { aeo, answer } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

const contextOf = async (person: Person) =>
  (await person.get('/api/insights/preview?type=scoring')).json().data.context;
const dbOf = ({ orgId }: Person) => clientDb(portal, orgId);

it('has every part, empty, for a client without data', async () => {
  const person = await portal.register();

  const { client_id, as_of, ...context } = await contextOf(person);

  expect(context).toEqual({
    vertical: 'other',
    visibility: null,
    analytics: { period_days: 30, sessions: 0, users: 0, pageviews: 0, engagement_rate: 0, conversions: 0 },
    goals: [],
    action_items: { open: 0, overdue: 0, by_priority: { high: 0, medium: 0, low: 0 } },
    content: { published_posts: 0 },
    social: { reach: 0, engagement: 0 },
  });
});

it('has the latest scores and the change of each part', async () => {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  const part = (key: string, score: number) => ({ key, label: key, tier: 'foundation', score, weight: 1 });
  await pipeline.post('/api/ingest/scans', scan({ components: [part('reviews', 40), part('mobile', 70)] }));
  const overall = { rawScore: 65, dynamicScore: 63.4, confidence: 0.9 };
  const components = [part('reviews', 52.5), part('page_speed', 30)];
  await pipeline.post('/api/ingest/scans', scan({ completedAt: '2026-02-22T02:00:00Z', overall, components }));

  const { visibility } = await contextOf(person);

  expect(visibility).toMatchObject({
    overall: { raw_score: 65, dynamic_score: 63.4, confidence: 0.9 },
    change: 5,
    components: [
      { key: 'reviews', score: 52.5, weight: 1, change: 12.5 },
      { key: 'page_speed', score: 30, weight: 1, change: null },
    ],
    calculated_at: '2026-02-22T02:00:00.000Z',
  });
});

it('has the mention rates in AI answers, and nothing of the answers', async () => {
  const person = await portal.register();
  await person.put('/api/auth/org', { website: 'https://own.example' });
  const pipeline = await person.pipeline();
  const cited = (...domains: string[]) =>
    domains.map((domain) => ({ url: `https://${domain}/secret`, title: 'Secret' }));
  const given = (size: number, facts: object) =>
    Array.from({ length: size }, () => answer({ prompt: 'Secret', ...facts }));
  const answers = [
    ...given(3, { engine: 'Chat GPT', citations: cited('own.example', 'rival.example') }),
    ...given(1, { engine: 'Secret engine', mentioned: false, citations: cited('other.example'), competitors: [] }),
  ];
  const before = aeo({ answers: given(4, { mentioned: false }) });
  await pipeline.post('/api/ingest/scans', scan({ completedAt: '2026-02-01T02:00:00Z', aeo: before }));
  await pipeline.post('/api/ingest/scans', scan({ completedAt: '2026-02-08T02:00:00Z', aeo: aeo({ answers }) }));
  await pipeline.post('/api/ingest/scans', scan({ completedAt: '2026-02-15T02:00:00Z' }));

  const { visibility } = await contextOf(person);

  expect(visibility.ai_search).toEqual({
    mention_rate: 75,
    low: null,
    high: null,
    answers: 4,
    confidence_level: 95,
    change: null,
    verdict: 'not_comparable',
    smallest_visible: null,
    not_comparable: ['too_few_prompts', 'other_questions'],
    share_of_voice: 50,
    engines: [
      { engine: 'chatgpt', mention_rate: 100, low: null, high: null, answers: 3 },
      { engine: 'other', mention_rate: 0, low: null, high: null, answers: 1 },
    ],
    citations: { own: 42.9, competitors: 42.8, domains: 3 },
    as_of: '2026-02-08T02:00:00.000Z',
  });
  expect(JSON.stringify(visibility)).not.toMatch(/secret|example/i);
});

it('sums the last 30 full days in the client’s time zone, with bounce rates weighted by sessions', async () => {
  const person = await portal.register();
  const timezone = 'Pacific/Kiritimati';
  await portal.deps.database.accounts.update(organizations).set({ timezone }).where(eq(organizations.id, person.orgId));
  const today = todayIn(timezone);
  const day = (daysAgo: number, source: string, sessions: number, bounceRate: number) => ({
    clientId: person.orgId,
    externalId: `${source}-${daysAgo}`,
    date: plusDays(today, -daysAgo),
    source,
    sessions,
    users: sessions - 10,
    pageviews: sessions * 2,
    bounceRate,
    avgSessionSeconds: 60,
    conversions: 1.25,
  });
  await dbOf(person)
    .insert(websiteDaily)
    .values([
      day(0, 'a', 5000, 0),
      day(1, 'a', 300, 40),
      day(1, 'b', 100, 80),
      day(30, 'a', 100, 80),
      day(31, 'a', 7000, 0),
    ]);

  const { analytics } = await contextOf(person);

  // The visits of `b` are those of `a`, counted by another tool. 300 · 40 % + 100 · 80 % = 200 of 400 bounced.
  expect(analytics).toEqual({
    period_days: 30,
    sessions: 400,
    users: 380,
    pageviews: 800,
    engagement_rate: 0.5,
    conversions: 3,
  });
});

it('has active goals with progress, tasks by priority and the latest figures of each profile', async () => {
  const person = await portal.register();
  const [clientId, today] = [person.orgId, todayIn('UTC')];
  const goal = (externalId: string, facts: Partial<typeof goals.$inferInsert> = {}) => ({
    clientId,
    externalId,
    title: 'Secret plan',
    goalType: 'traffic',
    category: 'seo',
    unit: 'sessions',
    baselineValue: 0,
    currentValue: 425,
    targetValue: 1000,
    status: 'in_progress' as const,
    priority: 'high' as const,
    ...facts,
  });
  const item = (externalId: string, facts: Partial<typeof actionItems.$inferInsert> = {}) => ({
    clientId,
    externalId,
    title: 'Secret task',
    category: 'x',
    priority: 'low' as const,
    status: 'open' as const,
    source: 'manual' as const,
    ...facts,
  });
  const profile = (externalId: string, platform: string, asOf: string, reach: number) => ({
    clientId,
    externalId,
    platform,
    handle: 'us',
    url: 'https://x.example',
    followers: 1,
    followersChange: 0,
    posts: 1,
    reach,
    impressions: 10,
    engagement: reach / 10,
    engagementRate: 1,
    asOf: new Date(asOf),
  });
  const db = dbOf(person);
  await db.insert(goals).values([
    goal('1', { deadline: plusDays(today, -1) }),
    goal('2', {
      goalType: 'Domination',
      category: 'World',
      status: 'not_started',
      deadline: plusDays(today, 9),
      priority: 'low',
    }),
    goal('3', { status: 'completed' }),
    goal('4', { status: 'paused' }),
    goal('5', { status: 'cancelled' }),
  ]);
  await db
    .insert(actionItems)
    .values([
      item('1', { priority: 'high', dueDate: plusDays(today, -1) }),
      item('2', { priority: 'high', status: 'in_progress', dueDate: today }),
      item('3'),
      item('4', { status: 'done', dueDate: plusDays(today, -9) }),
      item('5', { status: 'dismissed' }),
    ]);
  await db
    .insert(socialProfiles)
    .values([
      profile('1', 'instagram', '2026-01-01T00:00:00Z', 900),
      profile('2', 'instagram', '2026-02-01T00:00:00Z', 1200),
      profile('3', 'facebook', '2026-01-01T00:00:00Z', 300),
    ]);

  const context = await contextOf(person);

  expect(context.goals).toEqual([
    {
      goal_type: 'traffic',
      category: 'seo',
      status: 'in_progress',
      priority: 'high',
      progress_percent: 42.5,
      is_overdue: true,
    },
    {
      goal_type: 'other',
      category: 'other',
      status: 'not_started',
      priority: 'low',
      progress_percent: 42.5,
      is_overdue: false,
    },
  ]);
  expect(context.action_items).toEqual({ open: 3, overdue: 1, by_priority: { high: 2, medium: 0, low: 1 } });
  expect(context.social).toEqual({ reach: 1500, engagement: 150 });
  expect(JSON.stringify(context)).not.toMatch(/secret|world|domination/i);
});

it('counts published pages from the moment of publication', async () => {
  const person = await portal.register();
  const page = (status: string) => person.post('/api/cms/pages', { title: 'Secret page', content: '# Hello', status });
  await Promise.all(['published', 'published', 'draft', 'review'].map(page));
  const before = (await contextOf(person)).content;

  await page('published');

  expect(before).toEqual({ published_posts: 2 });
  expect((await contextOf(person)).content).toEqual({ published_posts: 3 });
});
