import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { contentSuggestions, suggestionFeedback, type suggestionStatus } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { percent } from '../values/rounding.ts';
import { Data, parsedOnce } from '../values/shapes.ts';

const { get } = rest('Content');

const MAX_TYPES = 100;

const Figures = z.object({
  total: z.number().int().meta({ description: 'Number of suggestions.', example: 24 }),
  pending: z.number().int().meta({ description: 'Number of pending suggestions.', example: 6 }),
  accepted: z.number().int().meta({ description: 'Number of accepted suggestions.', example: 8 }),
  rejected: z.number().int().meta({ description: 'Number of rejected suggestions.', example: 4 }),
  published: z.number().int().meta({ description: 'Number of published suggestions.', example: 6 }),
  acceptanceRate: z.number().min(0).max(100).nullable().meta({
    description: 'Accepted and published suggestions in percent of all decided ones; null without decisions.',
    example: 77.8,
  }),
  averageRating: z.number().min(1).max(5).nullable().meta({
    description: 'Mean rating, 1–5; null without ratings.',
    example: 4.25,
  }),
  ratingsCount: z.number().int().meta({ description: 'Number of ratings.', example: 8 }),
});

const ContentType = z.string().meta({ description: 'Type of content.', example: 'blog_post' });

const SuggestionAnalytics = Figures.extend({
  byType: z
    .array(Figures.extend({ contentType: ContentType }))
    .max(MAX_TYPES)
    .describe('Figures by type, largest first, at most 100.'),
}).meta({ id: 'SuggestionAnalytics', description: 'Statistics of the content suggestions.' });

type Status = (typeof suggestionStatus.enumValues)[number];

const suggestions = sql<number>`count(distinct ${contentSuggestions.id})::int`;
const inStatus = (status: Status) =>
  sql<number>`(count(distinct ${contentSuggestions.id}) filter (where ${contentSuggestions.status} = ${status}))::int`;

const COUNTS = {
  total: suggestions,
  pending: inStatus('pending'),
  accepted: inStatus('accepted'),
  rejected: inStatus('rejected'),
  published: inStatus('published'),
  ratingsCount: sql<number>`count(${suggestionFeedback.rating})::int`,
  rating: sql<number | null>`avg(${suggestionFeedback.rating})`,
};

type Counts = { [name in keyof typeof COUNTS]: (typeof COUNTS)[name]['_']['type'] };

function figuresOf({ rating, ...counts }: Counts) {
  const taken = counts.accepted + counts.published;
  const decided = taken + counts.rejected;
  return {
    ...counts,
    acceptanceRate: decided === 0 ? null : percent(taken, decided),
    averageRating: rating === null ? null : Math.round(rating * 100) / 100,
  };
}

export const suggestionAnalytics = {
  analytics: tenantProcedure
    .meta(
      get('/content-suggestions/analytics', 'Get content suggestion analytics', {
        versioned: true,
        description: 'Suggestions by status and by type, with acceptance rates and ratings.',
        returns: 'The statistics of all suggestions and of each type.',
      }),
    )
    .output(parsedOnce(Data(SuggestionAnalytics)))
    .query(({ ctx: { deps, db, tenant } }) =>
      deps.cache(['suggestion-analytics', tenant.clientId, tenant.factsVersion], async () => {
        const { clientId, id, contentType } = contentSuggestions;
        // The empty grouping set is the total, present even without suggestions.
        const rows = await db
          .select({ contentType: sql<string | null>`${contentType}`, ...COUNTS })
          .from(contentSuggestions)
          .leftJoin(
            suggestionFeedback,
            and(eq(suggestionFeedback.clientId, clientId), eq(suggestionFeedback.suggestionId, id)),
          )
          .where(ownedBy(tenant, contentSuggestions))
          .groupBy(sql`grouping sets ((), (${contentType}))`)
          .orderBy(sql`grouping(${contentType}) desc`, sql`${suggestions} desc`, contentType)
          .limit(MAX_TYPES + 1);
        const [all, ...types] = rows;
        if (!all) throw new Error('The total is missing.');
        const byType = types.map(({ contentType, ...counts }) => ({
          contentType: contentType ?? '',
          ...figuresOf(counts),
        }));
        return { ok: true as const, data: { ...figuresOf(all), byType } };
      }),
    ),
};
