import { z } from 'zod';
import { STALE } from '../../server/cache/ages.ts';
import { invalid } from '../../server/errors.ts';
import { dataBytesOf, PAGED, setNext } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, Day, isDefault, paging, parsedOnce, Timestamp } from '../values/shapes.ts';
import { findReviews } from './find-reviews.ts';
import { summarizeReviews } from './review-sums.ts';

const { get } = rest('Analytics', { weight: 'heavy' });

const stars = (label: string, example: number) =>
  z.int().meta({ description: `Number of reviews with ${label}.`, example });

const ReviewSummary = z
  .object({
    averageRating: z.number().nullable().meta({ description: 'Mean rating; null without reviews.', example: 4.67 }),
    totalReviews: z.number().int().meta({ description: 'Number of reviews.', example: 128 }),
    responseRate: z
      .number()
      .nullable()
      .meta({ description: 'Share of reviews with a response, in percent; null without reviews.', example: 71.9 }),
    distribution: z
      .object({
        '1': stars('one star', 3),
        '2': stars('two stars', 2),
        '3': stars('three stars', 6),
        '4': stars('four stars', 21),
        '5': stars('five stars', 96),
      })
      .describe('Number of reviews by rating. Half stars are rounded up.'),
    bySource: z
      .array(
        z.object({
          source: z.string().meta({ description: 'Name of the source.', example: 'google' }),
          count: z.number().int().meta({ description: 'Number of reviews.', example: 94 }),
          averageRating: z.number().meta({ description: 'Mean rating.', example: 4.72 }),
        }),
      )
      .describe('Reviews by source, the source with the most first.'),
    byMonth: z
      .array(
        z.object({
          month: z.string().meta({ description: 'Month, in the organization’s time zone.', example: '2026-01' }),
          count: z.number().int().meta({ description: 'Number of reviews.', example: 9 }),
          averageRating: z
            .number()
            .nullable()
            .meta({ description: 'Mean rating; null without reviews.', example: 4.78 }),
        }),
      )
      .describe('Reviews by month, from the first month with a review to the last, at most the latest 60.'),
  })
  .meta({ id: 'ReviewSummary', description: 'Figures on all reviews of the period.' });

const Review = z
  .object({
    id: z.uuid().meta({ description: 'Id of the review.', example: '2f4a6c8e-0b1d-4e3f-9a5c-7d8e9f0a1b2c' }),
    source: z.string().meta({ description: 'Where the review was published.', example: 'google' }),
    rating: z.number().meta({ description: 'Rating, 1–5 stars.', example: 5 }),
    text: z
      .string()
      .nullable()
      .meta({ description: 'Text; null if there is none.', example: 'Friendly team, and no pain at all.' }),
    authorName: z.string().nullable().meta({ description: 'Name of the author; null if unknown.', example: 'Maya L.' }),
    publishedAt: Timestamp.describe('Time of publication.'),
    responded: z.boolean().describe('Whether the organization has responded.'),
    answer: z.string().nullable().meta({
      description: 'What the organization has answered; null where the source does not tell.',
      example: 'Thank you, Maya. See you in spring.',
    }),
    url: z.string().nullable().meta({
      description: 'Where the review can be read and answered; null if unknown.',
      example: 'https://www.yelp.com/biz/harbor-street-dental?hrid=Zk3vQ9xT0m1bYfHn',
    }),
  })
  .meta({ id: 'Review', description: 'A customer review.' });

const Reviews = z
  .object({ summary: ReviewSummary, reviews: z.array(Review).describe('Reviews, the newest first.') })
  .meta({ id: 'Reviews', description: 'Reviews of a period and a summary.' });

const ReviewFilter = z.object({
  from: Day.meta({
    description: 'First day, in the organization’s time zone; unlimited by default.',
    example: '2026-01-18',
  }).optional(),
  to: Day.meta({ description: 'Last day, included; unlimited by default.', example: '2026-02-16' }).optional(),
  responded: z.boolean().describe('Only reviews with a response, or only those without.').optional(),
  stars: z.int().min(1).max(5).describe('Only reviews of at most so many stars.').optional(),
  search: z
    .string()
    .trim()
    .max(200)
    .meta({
      description:
        'Only reviews with this text in the review, its answer or its author’s name, in upper or lower case.',
      example: 'waiting',
    })
    .optional(),
  sort: z
    .enum(['-published', 'rating'])
    .default('-published')
    .describe('The order: the newest first, or the worst first and of these the newest.'),
  ...paging(50, 200),
  offset: z.number().int().min(0).max(1_000_000).default(0).describe('Number of reviews to skip.'),
});

export const reviewProcedures = {
  reviews: tenantProcedure
    .meta(
      get('/analytics/reviews', 'List reviews', {
        tool: {
          name: 'list_reviews',
          hint: 'Ratings are 1–5, `responseRate` in percent.',
          untrusted: ['data.reviews.text', 'data.reviews.authorName', 'data.reviews.answer', 'data.reviews.url'],
        },
        versioned: true,
        description:
          'The newest first, unless `sort` says otherwise. The summary covers all reviews from `from` to `to`, not only those listed. With `search` a call looks through 10,000 reviews, and the next page goes on behind them: a page may then have fewer than `limit`.',
        returns: 'The reviews, newest first, and a summary.',
        ...PAGED,
      }),
    )
    .input(ReviewFilter)
    .output(parsedOnce(Data(Reviews)))
    .query(async ({ ctx, input }) => {
      const { deps, db, tenant } = ctx;
      const { from, to, responded, stars, search, sort, limit, offset, after } = input;
      if (from && to && from > to) throw invalid('from', 'must not be after `to`');

      const period = { from: from ?? null, to: to ?? null };
      const most = dataBytesOf(ctx.request);
      const load = async () => {
        const [summary, page] = await Promise.all([
          summarizeReviews(db, tenant, period),
          findReviews(db, tenant, { ...input, ...period }, most),
        ]);
        return { answer: { ok: true as const, data: { summary, reviews: page.rows } }, next: page.next };
      };
      const { clientId, factsVersion, timezone } = tenant;
      const key = [
        'reviews',
        clientId,
        factsVersion,
        // As JSON, since a search for `undefined` is not the same as none.
        JSON.stringify([from, to, after, responded, stars, sort, search]),
        limit,
        offset,
        timezone,
        most,
      ] as const;
      const { answer, next } = await deps.cache(key, load, {
        atMost: STALE.analytics,
        keep: isDefault(ReviewFilter, input),
      });
      setNext(ctx, input, next);
      return answer;
    }),
};
