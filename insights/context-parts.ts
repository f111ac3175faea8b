import { z } from 'zod';
import { ENGINES } from './ai-search.ts';
import { count, score } from './shapes.ts';

// The parts of the context that are absent where there are no data.

/** The review platforms that the service knows by name; any other is sent as `other`. */
export const REVIEW_SOURCES = [
  'google',
  'facebook',
  'yelp',
  'trustpilot',
  'tripadvisor',
  'booking',
  'opentable',
  'healthgrades',
  'zocdoc',
  'doctolib',
  'jameda',
  'provenexpert',
  'trusted_shops',
  'kununu',
  'glassdoor',
  'indeed',
  'houzz',
  'angi',
  'avvo',
  'bbb',
  'capterra',
  'g2',
  'zillow',
  'apple_maps',
  'bing',
  'website',
  'other',
] as const;

/** The channels of website traffic that the service knows by name; any other is sent as `other`. */
export const CHANNELS = [
  'organic',
  'direct',
  'referral',
  'social',
  'paid',
  'paid_social',
  'email',
  'display',
  'video',
  'shopping',
  'affiliate',
  'sms',
  'ai_assistants',
  'other',
] as const;

/** The months that a context holds at most, the current one included. */
export const MONTHS = 13;

export const Month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .meta({ description: 'Month, in the organization’s time zone.', example: '2026-01' });

export const ScoreMonths = z
  .array(z.object({ month: Month, dynamic_score: score('Score of the last scan of the month.', 58.4) }))
  .max(MONTHS)
  .optional()
  .describe('Months with scores, earliest first; 13 at most, the current one included.');

const rating = z.number().min(0).max(5).meta({ description: 'Mean rating, 1–5 stars.', example: 4.7 });
const source = z.enum(REVIEW_SOURCES).describe('Review platform; `other` for unlisted names.');
const countOfReviews = count('Number of reviews.', 9);

export const Reviews = z
  .object({
    count: count('Number of all reviews.', 183),
    average: rating.describe('Mean rating of all reviews, 1–5 stars.'),
    unanswered: count('Reviews without a response.', 7),
    by_source: z
      .array(z.object({ source, count: countOfReviews, average: rating }))
      .max(REVIEW_SOURCES.length)
      .describe('All reviews by platform, most reviews first.'),
    by_month: z
      .array(
        z.object({
          month: Month,
          count: countOfReviews,
          average: rating,
          by_source: z
            .array(z.object({ source, count: countOfReviews }))
            .max(REVIEW_SOURCES.length)
            .optional()
            .describe('The reviews of the month by platform.'),
        }),
      )
      .max(MONTHS)
      .describe('Months with reviews, earliest first; 13 at most, the current one included.'),
  })
  .describe('Customer reviews; absent without any.');

export const Traffic = z
  .object({
    by_month: z
      .array(
        z.object({
          month: Month,
          sessions: count('Website sessions.', 4100),
          users: count('Website users.', 3300),
          conversions: count('Conversions.', 31),
        }),
      )
      .max(MONTHS)
      .optional()
      .describe('Months with visits, earliest first; 13 at most, the current one up to yesterday.'),
    by_channel: z
      .array(
        z.object({
          channel: z.enum(CHANNELS).describe('Channel; `other` for unlisted names.'),
          sessions: count('Website sessions.', 2100),
        }),
      )
      .max(CHANNELS.length)
      .optional()
      .describe('Sessions of the last 30 full days by channel, most first.'),
    ai_assistants: count('Sessions of the last 30 full days that AI assistants brought.', 96).optional(),
  })
  .describe('Website traffic by month and channel; absent without visits.');

export const AiSearchByEngine = z
  .object({
    by_engine: z
      .array(
        z.object({
          engine: z.enum(ENGINES).describe('AI assistant; `other` for unlisted names.'),
          mention_rate: score('Answers that mention the organization, in percent.', 48),
          low: score('Lower end of the interval of the rate, in percent; null without one.', 38.9).nullable(),
          high: score('Upper end of the interval of the rate, in percent; null without one.', 57.2).nullable(),
        }),
      )
      .max(ENGINES.length)
      .describe('The rates by AI assistant, highest first.'),
  })
  .describe('Mentions by AI assistant; absent without answers.');

export const Competitors = z
  .object({
    rank: z.number().int().min(1).meta({ description: 'Rank of the organization; 1 is best.', example: 2 }),
    of: z.number().int().min(1).meta({ description: 'Number of competitors, and the organization.', example: 5 }),
    average: score('Mean score of the competitors.', 61),
  })
  .describe('Comparison with competitors in the latest scan; absent without competitors.');

export const Search = z
  .object({
    clicks: count('Clicks in search results.', 310),
    impressions: count('Times shown in search results.', 12_400),
    position: z.number().min(0).max(1000).meta({ description: 'Mean position in search results.', example: 11.2 }),
    by_month: z
      .array(
        z.object({
          month: Month,
          clicks: count('Clicks in search results.', 290),
          impressions: count('Times shown in search results.', 11_800),
        }),
      )
      .max(MONTHS)
      .optional()
      .describe('Months with figures, earliest first; 13 at most, the current one as far as it is reported.'),
  })
  .describe('Web search of the last 30 full days, and by month; absent without figures.');
