import { z } from 'zod';
import { AiSearch } from './ai-search.ts';
import { AiSearchByEngine, Competitors, Month, Reviews, ScoreMonths, Search, Traffic } from './context-parts.ts';
import { QuestionTopics } from './question/topics.ts';
import { SCORE_KEYS } from './score-keys.ts';
import { count, fraction, score, timestamp } from './shapes.ts';
import { VERTICALS } from './verticals.ts';

// The messages between the portal and the insights service: numbers and values from closed lists. The redacted question
// is the only free text.

export { ENGINES } from './ai-search.ts';
export { CHANNELS, MONTHS, REVIEW_SOURCES } from './context-parts.ts';
export { SCORE_KEYS, type ScoreKey } from './score-keys.ts';

export const INSIGHT_TYPES = ['nlq', 'scoring', 'playbook', 'explain'] as const;
const LEVELS = ['low', 'medium', 'high'] as const;
export const SOURCES = ['visibility_scores', 'analytics', 'goals', 'action_items', 'content', 'social'] as const;

export const GOAL_TYPES = ['traffic', 'leads', 'revenue', 'visibility', 'content', 'reputation', 'other'] as const;
export const GOAL_CATEGORIES = ['seo', 'social', 'content', 'reputation', 'local', 'other'] as const;
const GOAL_STATUSES = ['not_started', 'in_progress', 'completed', 'paused', 'cancelled'] as const;

const level = (description: string) => z.enum(LEVELS).describe(description);

const ScorePart = z
  .object({
    key: z.enum(SCORE_KEYS).describe('Name of the tier or component; `other` for unlisted names.'),
    score: score('Score of the latest scan.', 71),
    weight: z.number().nonnegative().meta({ description: 'Weight relative to the other parts.', example: 3 }),
    change: z
      .number()
      .min(-100)
      .max(100)
      .nullish()
      .meta({ description: 'Change since the previous scan; null if that scan lacked this part.', example: 1.5 }),
  })
  .meta({ id: 'InsightScorePart' });

const MovedPart = ScorePart.pick({ key: true }).extend({
  score: score('Score of that scan.', 46),
  change: z.number().min(-100).max(100).meta({ description: 'Change since the scan before it.', example: 6 }),
});

const LastChange = z
  .object({
    month: Month,
    before: score('Score of the scan before it.', 55.2),
    dynamic_score: score('Score of that scan.', 58.4),
    components: z.array(MovedPart).max(200).describe('Components that moved with it.'),
  })
  .describe('The scan that moved the score last, where the latest did not; absent where none did in 13 months.');

const Visibility = z.object({
  overall: z
    .object({
      raw_score: score('Score before market adjustment.', 61.2),
      dynamic_score: score('Score after market adjustment.', 58.4),
      confidence: fraction('Confidence of the scan.', 0.82),
    })
    .nullable()
    .describe('Overall scores of the latest scan; null where it brought AI search alone.'),
  change: z.number().nullable().default(null).meta({
    description: 'Change of the dynamic score since the previous scan; null for the first scan.',
    example: -3.2,
  }),
  tiers: z.array(ScorePart).max(50).default([]).describe('Tier scores of the latest scan.'),
  components: z.array(ScorePart).max(200).default([]).describe('Component scores of the latest scan.'),
  last_change: LastChange.optional(),
  by_month: ScoreMonths,
  ai_search: AiSearch.optional(),
  calculated_at: timestamp('Completion time of the latest scan.'),
});

const Goal = z.object({
  goal_type: z.enum(GOAL_TYPES).describe('Type of goal.'),
  category: z.enum(GOAL_CATEGORIES).describe('Marketing area of the goal.'),
  status: z.enum(GOAL_STATUSES).describe('Status of the goal.'),
  priority: level('Priority of the goal.'),
  progress_percent: score('Progress towards the target, in percent.', 42.5),
  is_overdue: z.boolean().describe('Whether the deadline has passed.'),
});

export const InsightContext = z
  .object({
    client_id: z
      .string()
      .regex(/^c_[a-z2-7]{26}$/)
      .meta({
        description: 'Stable pseudonym of the organization; cannot be traced back to its id.',
        example: 'c_pkrkx5khx4nb6clo5xxkwynwbk',
      }),
    vertical: z.enum(VERTICALS).describe('Industry of the organization; `other` if unlisted.'),
    as_of: timestamp('Time the context was assembled.'),
    visibility: Visibility.nullable()
      .default(null)
      .describe('Visibility scores of the latest scan; null before the first scan.'),
    analytics: z
      .object({
        period_days: count('Length of the period, in days.', 30),
        sessions: count('Website sessions in the period.', 4210),
        users: count('Website users in the period.', 3380),
        pageviews: count('Pageviews in the period.', 9120),
        engagement_rate: fraction('Share of sessions that did not bounce, as a fraction.', 0.54),
        conversions: count('Conversions in the period.', 37),
      })
      .default({ period_days: 30, sessions: 0, users: 0, pageviews: 0, engagement_rate: 0, conversions: 0 })
      .describe('Website traffic of the last 30 full days.'),
    goals: z.array(Goal).max(100).default([]).describe('Active goals, earliest deadline first.'),
    action_items: z
      .object({
        open: count('Open tasks.', 6),
        overdue: count('Open tasks past their due date.', 1),
        by_priority: z
          .object({
            high: count('Open tasks of high priority.', 2),
            medium: count('Open tasks of medium priority.', 3),
            low: count('Open tasks of low priority.', 1),
          })
          .default({ high: 0, medium: 0, low: 0 })
          .describe('Open tasks by priority.'),
      })
      .default({ open: 0, overdue: 0, by_priority: { high: 0, medium: 0, low: 0 } })
      .describe('Open tasks.'),
    content: z
      .object({ published_posts: count('Published pages.', 14) })
      .default({ published_posts: 0 })
      .describe('Published content.'),
    social: z
      .object({
        reach: count('Reach of all profiles.', 8800),
        engagement: count('Reactions on all profiles.', 412),
      })
      .default({ reach: 0, engagement: 0 })
      .describe('Social media totals from the latest figures of each profile.'),
    reviews: Reviews.optional(),
    traffic: Traffic.optional(),
    ai_search: AiSearchByEngine.optional(),
    competitors: Competitors.optional(),
    search: Search.optional(),
  })
  .meta({
    id: 'InsightContext',
    description: 'Aggregated figures of the organization, without names or internal ids.',
  });

/** Maximum length of a redacted query; redaction and Unicode normalization can lengthen the 2,000 characters asked. */
export const QUERY_LENGTH = 10_000;

export const InsightQuestion = z
  .object({
    version: z.enum(['1.0', '1.1']).describe('Version of the message format; 1.1 with `topics`.'),
    type: z.enum(INSIGHT_TYPES).describe('Type of insight.'),
    query: z
      .string()
      .max(QUERY_LENGTH)
      .optional()
      .meta({ description: 'Redacted question, for nlq and explain.', example: 'Why did my score drop? mail [email]' }),
    questionText: z
      .literal('topics')
      .optional()
      .describe('`topics` where the organization sends no word of its questions; otherwise absent.'),
    topics: QuestionTopics.optional().describe('The question as words of closed lists, in place of `query`.'),
    options: z
      .object({
        maxRecommendations: z
          .number()
          .int()
          .min(1)
          .max(20)
          .meta({ description: 'Maximum number of recommendations.', example: 5 }),
        models: z
          .literal(false)
          .optional()
          .describe('False where the organization may not use a model now; otherwise absent.'),
        language: z
          .literal('de')
          .optional()
          .describe('Of scoring and playbook, where whoever reads the answer reads German; otherwise absent.'),
      })
      .describe('Options of the question.'),
    context: InsightContext,
  })
  .meta({ id: 'InsightQuestion', description: 'The message sent to the insights service.' });

export const InsightRecommendation = z
  .object({
    title: z.string().max(300).meta({ description: 'What to do.', example: 'Ask for reviews and answer them' }),
    description: z.string().max(2000).meta({
      description: 'How to do it, and the expected effect.',
      example: 'Invite patients to leave a review soon after they were with you, and answer every one.',
    }),
    effort_level: level('Expected effort.'),
    impact_level: level('Expected impact.'),
    priority_score: score('Priority, 100 being the highest.', 85),
  })
  .meta({ id: 'InsightRecommendation' });

const Metadata = z.object({
  ai_provider: z.string().max(100).meta({
    description: 'Provider of the answer; `deterministic` for an answer without an AI model.',
    example: 'anthropic',
  }),
  ai_model: z.string().max(100).meta({ description: 'Model of the answer.', example: 'claude-sonnet-4-5' }),
  execution_time_ms: count('Time to answer, in milliseconds.', 1840),
  tokens_used: z.number().int().min(0).max(1_000_000_000).meta({ description: 'AI tokens used.', example: 1250 }),
});

/** The answer returned to the portal's callers; the portal replaces `execution_time_ms` with its own measurement. */
export const InsightAnswer = z
  .object({
    type: z.literal('answer').describe('Always `answer`.'),
    answer: z.string().max(20_000).meta({
      description: 'Answer in plain text.',
      example: 'Your visibility score fell by 3.2 points since the previous scan, mostly because of reviews.',
    }),
    confidence: fraction('Confidence in the answer.', 0.82),
    sources: z.array(z.enum(SOURCES)).max(6).describe('Data sources used.'),
    suggestions: z
      .array(z.string().max(300).meta({ example: 'How can we improve reviews?' }))
      .max(5)
      .describe('Suggested follow-up questions.'),
    recommendations: z.array(InsightRecommendation).max(20).describe('Recommendations, highest priority first.'),
    metadata: Metadata.describe('How the answer was produced.'),
  })
  .meta({ id: 'InsightAnswer' });

const tokens = (description: string, example: number) =>
  z.number().int().min(0).max(1_000_000_000).optional().meta({ description, example });

/** The answer of the service, which may tell tokens apart; the portal keeps that and does not pass it on. */
export const ServiceAnswer = InsightAnswer.extend({
  metadata: Metadata.extend({
    tokens_input: tokens('Tokens of question and figures.', 1100),
    tokens_output: tokens('Tokens of the answer.', 150),
  }).describe('How the answer was produced.'),
}).meta({ id: 'ServiceAnswer' });

export type InsightType = (typeof INSIGHT_TYPES)[number];
export type InsightLevel = (typeof LEVELS)[number];
export type Source = (typeof SOURCES)[number];
export type InsightContext = z.infer<typeof InsightContext>;
export type InsightQuestion = z.infer<typeof InsightQuestion>;
export type InsightRecommendation = z.infer<typeof InsightRecommendation>;
export type InsightAnswer = z.infer<typeof InsightAnswer>;
export type ServiceAnswer = z.infer<typeof ServiceAnswer>;
