import { afterAll, beforeAll, expect, it } from 'vitest';
import { deterministicAnswer } from '../../../insights/deterministic.ts';
import { InsightQuestion } from '../../../insights/wire.ts';
import { type InsightsProcess, startInsights } from '../../helpers/insights-process.ts';

let service: InsightsProcess;
beforeAll(async () => {
  service = await startInsights();
});
afterAll(() => service.kill());

/** The call as the contract of the service writes it out. */
const CALL = {
  version: '1.0',
  type: 'nlq',
  query: 'Why did my score drop? mail [email]',
  options: { maxRecommendations: 5 },
  context: {
    client_id: 'c_pkrkx5khx4nb6clo5xxkwynwbk',
    vertical: 'dental',
    as_of: '2026-02-16T09:30:00.000Z',
    visibility: {
      overall: { raw_score: 61.2, dynamic_score: 58.4, confidence: 0.82 },
      tiers: [],
      components: [],
      calculated_at: '2026-02-15T02:00:00.000Z',
    },
    analytics: {
      period_days: 30,
      sessions: 4210,
      users: 3380,
      pageviews: 9120,
      engagement_rate: 0.54,
      conversions: 37,
    },
    goals: [
      {
        goal_type: 'traffic',
        category: 'seo',
        status: 'in_progress',
        priority: 'high',
        progress_percent: 42.5,
        is_overdue: false,
      },
    ],
    action_items: { open: 6, overdue: 1, by_priority: { high: 2, medium: 3, low: 1 } },
    content: { published_posts: 14 },
    social: { reach: 0, engagement: 0 },
    reviews: {
      count: 183,
      average: 4.6,
      unanswered: 7,
      by_source: [{ source: 'google', count: 120, average: 4.7 }],
      by_month: [{ month: '2026-01', count: 9, average: 4.8 }],
    },
    traffic: {
      by_month: [{ month: '2026-01', sessions: 4100, users: 3300, conversions: 31 }],
      by_channel: [{ channel: 'organic', sessions: 2100 }],
      ai_assistants: 96,
    },
    ai_search: { by_engine: [{ engine: 'chatgpt', mention_rate: 48.0, low: 38.9, high: 57.2 }] },
    competitors: { rank: 2, of: 5, average: 61.0 },
    search: { clicks: 310, impressions: 12400, position: 11.2 },
  },
};

const without = (path: string) => {
  const call = structuredClone(CALL);
  const names = path.split('.');
  const parent = names.slice(0, -1).reduce<unknown>((value, name) => Reflect.get(Object(value), name), call.context);
  Reflect.deleteProperty(Object(parent), names.at(-1) ?? '');
  return call;
};

const OPTIONAL = [
  ...['visibility', 'visibility.tiers', 'visibility.components', 'analytics', 'goals', 'action_items'],
  ...['action_items.by_priority', 'content', 'social', 'reviews', 'traffic', 'traffic.by_month', 'traffic.by_channel'],
  ...['traffic.ai_assistants', 'ai_search', 'competitors', 'search'],
];

it('the context of the contract is answered, though it has no change of the score', async () => {
  const { status, text } = await service.send(CALL);

  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ type: 'answer', answer: expect.stringContaining('58.4') });
});

it.each(OPTIONAL)('a context without %s is answered', async (path) => {
  const call = without(path);

  expect((await service.send(call)).status).toBe(200);
  for (const type of ['nlq', 'explain', 'scoring', 'playbook'] as const)
    expect(deterministicAnswer({ ...InsightQuestion.parse(call), type }).answer).not.toMatch(/undefined|NaN|null/);
});

it('a context with a word that is on no list is refused', async () => {
  const reviews = { ...CALL.context.reviews, by_source: [{ source: 'Dr. Smith’s guest book', count: 1, average: 5 }] };

  expect((await service.send({ ...CALL, context: { ...CALL.context, reviews } })).status).toBe(400);
});

it('an answer without a model set says nothing of an outage, whether the client may use one or not', async () => {
  const allowed = await service.ask({ ...CALL, query: 'How many reviews did we get in January?' });
  const refused = await service.ask({ ...CALL, options: { maxRecommendations: 5, models: false } });

  expect(allowed.answer).toBe('There were 9 reviews in January 2026.');
  expect(refused.answer).not.toMatch(/unavailable/);
});
