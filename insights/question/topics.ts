import { z } from 'zod';
import { ENGINES } from '../ai-search.ts';
import { CHANNELS, REVIEW_SOURCES } from '../context-parts.ts';
import { SCORE_KEYS } from '../score-keys.ts';

/** What a question is about. */
export const SUBJECTS = [
  'scores',
  'raw_score',
  'confidence',
  'tiers',
  'weights',
  'reviews',
  'rating',
  'unanswered',
  'traffic',
  'sessions',
  'users',
  'pageviews',
  'conversions',
  'engagement_rate',
  'ai_visits',
  'mentions',
  'competitors',
  'clicks',
  'impressions',
  'position',
  'goals',
  'tasks',
  'overdue',
  'content',
  'social',
  'reach',
  'engagement',
  'unlisted',
] as const;

/** What "Are we doing better than last month?" is about, as it names nothing. */
export const PROGRESS = ['scores', 'sessions', 'conversions', 'clicks', 'reviews'] as const;

/** What it asks of that. */
export const ASKS = [
  'why',
  'trends',
  'advice',
  'overview',
  'definition',
  'compare',
  'most',
  'least',
  'by_month',
  'by_source',
  'by_channel',
  'by_engine',
] as const;

const named = <Kind extends string, Name extends string>(kind: Kind, names: readonly Name[]) =>
  names.map((name) => `${kind}.${name}` as const);

/** Every topic of a question: subjects, what is asked, and the names of the closed lists. */
const TOPICS = [
  ...SUBJECTS,
  ...ASKS,
  ...named('part', SCORE_KEYS),
  ...named('source', REVIEW_SOURCES),
  ...named('channel', CHANNELS),
  ...named('engine', ENGINES),
] as const;

export type Topic = (typeof TOPICS)[number];

const PERIOD_WORDS = ['last_30_days', 'earlier', 'later', 'other'] as const;

/** A question as its topics, without a word of it. */
export const QuestionTopics = z
  .object({
    language: z.enum(['en', 'de']).describe('Language of the question.'),
    topics: z.array(z.enum(TOPICS)).max(40).describe('What the question is about.'),
    figures: z
      .array(z.number().min(-1_000_000).max(1_000_000))
      .max(10)
      .describe('Figures in the question; telephone, card, account and customer numbers are none.'),
    periods: z
      .array(
        z.union([
          z.enum(PERIOD_WORDS).describe('A period that is no single month.'),
          z
            .string()
            .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
            .meta({ description: 'Month.', example: '2026-01' }),
        ]),
      )
      .max(20)
      .describe(
        'Months in the question, of the last 13; `earlier` and `later` for others, `other` for days and weeks.',
      ),
  })
  .meta({ id: 'QuestionTopics', description: 'A question as words of closed lists.' });

export type QuestionTopics = z.infer<typeof QuestionTopics>;
