import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Visibility } from '../../insights/analysis/gaps.ts';
import { type InsightContext, type InsightType, SCORE_KEYS } from '../../insights/wire.ts';

const NOTHING: InsightContext = {
  client_id: 'c_pkrkx5khx4nb6clo5xxkwynwbk',
  vertical: 'dental',
  as_of: '2026-02-16T09:30:00.000Z',
  visibility: null,
  analytics: { period_days: 30, sessions: 0, users: 0, pageviews: 0, engagement_rate: 0, conversions: 0 },
  goals: [],
  action_items: { open: 0, overdue: 0, by_priority: { high: 0, medium: 0, low: 0 } },
  content: { published_posts: 0 },
  social: { reach: 0, engagement: 0 },
};

/** The context of a client without data. */
export const nothing = (facts: Partial<InsightContext> = {}): InsightContext => ({ ...NOTHING, ...facts });

const VISIBILITY: Visibility = {
  overall: { raw_score: 61.2, dynamic_score: 58.4, confidence: 0.82 },
  change: -3.2,
  tiers: [
    { key: 'foundation', score: 64, weight: 0.6 },
    { key: 'authority', score: 55.5, weight: 0.4 },
  ],
  components: [
    { key: 'technical_seo', score: 71, weight: 3, change: 1.5 },
    { key: 'reviews', score: 40, weight: 2, change: -6 },
  ],
  ai_search: {
    mention_rate: 43.4,
    low: 34.6,
    high: 52.6,
    answers: 113,
    confidence_level: 95,
    change: 2.5,
    verdict: 'no_clear_change',
    smallest_visible: 6.1,
    not_comparable: [],
    share_of_voice: 41.2,
    engines: [{ engine: 'chatgpt', mention_rate: 44.8, low: 28.4, high: 62.5, answers: 29 }],
    citations: { own: 14.2, competitors: 21.5, domains: 8 },
    as_of: '2026-02-08T02:00:00.000Z',
  },
  calculated_at: '2026-02-15T02:00:00.000Z',
};

const GOAL = { goal_type: 'traffic', category: 'seo', status: 'in_progress', priority: 'high' } as const;

/** The context of a client with complete data. */
export const everything = (facts: Partial<InsightContext> = {}): InsightContext => ({
  ...NOTHING,
  visibility: VISIBILITY,
  analytics: {
    period_days: 30,
    sessions: 4210,
    users: 3380,
    pageviews: 9120,
    engagement_rate: 0.54,
    conversions: 37,
  },
  goals: [
    { ...GOAL, progress_percent: 42.5, is_overdue: false },
    {
      ...GOAL,
      goal_type: 'reputation',
      category: 'reputation',
      priority: 'medium',
      progress_percent: 12,
      is_overdue: true,
    },
  ],
  action_items: { open: 6, overdue: 1, by_priority: { high: 2, medium: 3, low: 1 } },
  content: { published_posts: 14 },
  social: { reach: 8800, engagement: 412 },
  ...facts,
});

/** A question in the form that the portal sends. */
export const question = (type: InsightType, query?: string, context = everything(), maxRecommendations = 5) => ({
  version: '1.0' as const,
  type,
  ...(query !== undefined && { query }),
  options: { maxRecommendations },
  context,
});

export const key = () => randomUUID();

const score = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10);
const count = fc.integer({ min: 0, max: 200_000 });
const fraction = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
const level = fc.constantFrom('low', 'medium', 'high');
const part = fc.record({
  key: fc.constantFrom(...SCORE_KEYS),
  score,
  weight: fc.integer({ min: 0, max: 50 }),
  change: fc.option(fc.integer({ min: -1000, max: 1000 }).map((tenths) => tenths / 10)),
});

const tenths = fc.integer({ min: -1000, max: 1000 }).map((change) => change / 10);
const rate = { mention_rate: score, low: score, high: score, answers: count };
const anyAiSearch = fc.record({
  ...rate,
  confidence_level: fc.constant(95 as const),
  change: fc.option(tenths),
  verdict: fc.option(fc.constantFrom('moved', 'no_clear_change', 'not_comparable')),
  smallest_visible: fc.option(score),
  not_comparable: fc.subarray(['too_few_prompts', 'other_questions', 'other_models'] as const),
  share_of_voice: fc.option(score),
  engines: fc.array(fc.record({ engine: fc.constantFrom('chatgpt', 'other'), ...rate }), { maxLength: 3 }),
  citations: fc.record({ own: score, competitors: score, domains: count }),
  as_of: fc.constant('2026-02-08T02:00:00.000Z'),
});

export const anyVisibility: fc.Arbitrary<Visibility> = fc.record({
  overall: fc.record({ raw_score: score, dynamic_score: score, confidence: fraction }),
  change: fc.option(tenths),
  tiers: fc.array(part, { maxLength: 5 }),
  components: fc.array(part, { maxLength: 20 }),
  ai_search: fc.option(anyAiSearch, { nil: undefined }),
  calculated_at: fc.constant('2026-02-15T02:00:00.000Z'),
});

/** Arbitrary client contexts. */
export const anyContext: fc.Arbitrary<InsightContext> = fc.record({
  client_id: fc.constant(NOTHING.client_id),
  vertical: fc.constantFrom('dental', 'legal', 'restaurant', 'fitness', 'other'),
  as_of: fc.constant(NOTHING.as_of),
  visibility: fc.option(anyVisibility),
  analytics: fc.record({
    period_days: fc.constantFrom(7, 30, 90),
    sessions: count,
    users: count,
    pageviews: count,
    engagement_rate: fraction,
    conversions: count,
  }),
  goals: fc.array(
    fc.record({
      goal_type: fc.constantFrom('traffic', 'leads', 'revenue', 'visibility', 'content', 'reputation', 'other'),
      category: fc.constantFrom('seo', 'social', 'content', 'reputation', 'local', 'other'),
      status: fc.constantFrom('not_started', 'in_progress', 'completed', 'paused', 'cancelled'),
      priority: level,
      progress_percent: score,
      is_overdue: fc.boolean(),
    }),
    { maxLength: 10 },
  ),
  action_items: fc.record({
    open: count,
    overdue: count,
    by_priority: fc.record({ high: count, medium: count, low: count }),
  }),
  content: fc.record({ published_posts: count }),
  social: fc.record({ reach: count, engagement: count }),
});
