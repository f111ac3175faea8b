import { z } from 'zod';
import { count, score, timestamp } from './shapes.ts';

/** The AI assistants that the service knows by name; any other is sent as `other`. */
export const ENGINES = [
  'chatgpt',
  'perplexity',
  'gemini',
  'google_ai_overviews',
  'google_ai_mode',
  'copilot',
  'claude',
  'meta_ai',
  'grok',
  'deepseek',
  'mistral',
  'other',
] as const;

const MENTION_RATE = {
  mention_rate: score('Answers that mention the organization, in percent.', 43),
  low: score('Lower end of the interval of the rate, in percent; null for one question.', 33.7).nullable(),
  high: score('Upper end of the interval of the rate, in percent; null for one question.', 52.8).nullable(),
  answers: count('Number of answers.', 100),
};

const points = (description: string, example: number) =>
  z
    .number()
    .min(-1000)
    .max(1000)
    .nullable()
    .meta({ description: `${description} In percentage points.`, example });

/** The mentions in the answers of AI assistants. */
export const AiSearch = z
  .object({
    ...MENTION_RATE,
    confidence_level: z.literal(95).describe('Confidence level of the intervals, in percent.'),
    change: points('Change of the rate since the scan with answers before; null where it cannot be compared.', 2),
    verdict: z
      .enum(['moved', 'no_clear_change', 'not_comparable'])
      .nullable()
      .describe('What that change is; null for the first scan with answers.'),
    smallest_visible: points('The change that would have shown; null where it cannot be compared.', 4.5),
    not_comparable: z
      .array(z.enum(['too_few_prompts', 'other_questions', 'other_models']))
      .max(3)
      .describe('Why the scans cannot be compared; empty where they can.'),
    share_of_voice: score(
      'Own mentions as a share of own and competitors’ mentions, in percent; null without any.',
      41.2,
    ).nullable(),
    engines: z
      .array(
        z.object({ engine: z.enum(ENGINES).describe('AI assistant; `other` for unlisted names.'), ...MENTION_RATE }),
      )
      .max(20)
      .describe('The rates by AI assistant, highest first.'),
    citations: z
      .object({
        own: score('Share of the organization’s own website, in percent.', 14.2),
        competitors: score('Share of competitors’ websites, in percent.', 21.5),
        domains: count('Number of cited domains.', 8),
      })
      .describe('What the answers cite.'),
    as_of: timestamp('Completion time of the scan with the answers.'),
  })
  .describe('Answers of AI assistants; absent without any.');
