import { and, count, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { contentSuggestions, pages, suggestionFeedback, suggestionStatus } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import type { Caller } from '../../server/trpc/context.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { isLive } from '../cms/public.ts';
import { Data, NOBODY, Part, parsedOnce, Timestamp, Uuid } from '../values/shapes.ts';

const { get } = rest('Content', { weight: 'heavy' });

const Status = z.enum(suggestionStatus.enumValues).describe('Status of the suggestion.');

export const Suggestion = z
  .object({
    draftId: Uuid.describe('Id of the suggestion.'),
    title: z.string().meta({ description: 'Suggested title.', example: 'How much does a root canal cost in Maine?' }),
    summary: z.string().meta({
      description: 'Summary of the content.',
      example: 'Typical prices, insurance coverage and payment plans.',
    }),
    contentType: z.string().meta({ description: 'Type of content.', example: 'blog_post' }),
    targetQuery: z.string().nullable().meta({
      description: 'Search query the content answers; null for none.',
      example: 'root canal cost portland maine',
    }),
    status: Status,
    confidence: z.number().min(0).max(1).meta({ description: 'Confidence, 0–1.', example: 0.82 }),
    rationale: z.string().nullable().meta({
      description: 'Reason for the suggestion; null for none.',
      example: 'Three competitors answer this question and you do not.',
    }),
    sources: z.array(z.string()).meta({ description: 'Sources of the suggestion.', example: ['search_console'] }),
    createdAt: Timestamp.describe('Time of the suggestion, UTC.'),
    pageId: Uuid.nullable().describe('Id of the page that was created from the suggestion; null without one.'),
    feedback: z
      .object({
        rating: z.number().meta({ description: 'Rating, 1–5.', example: 4 }),
        feedback: z.string().nullable().meta({
          description: 'Comment; null for none.',
          example: 'Our patients ask this every week.',
        }),
        createdAt: Timestamp.describe('Time of the first feedback, UTC.'),
      })
      .nullable()
      .describe('The signed-in user’s feedback; null for none.'),
  })
  .meta({ id: 'Suggestion', description: 'A content suggestion.' });

const ReviewCount = z
  .object({ count: z.number().int().meta({ description: 'Number of pending suggestions.', example: 6 }) })
  .describe('The count.');

const ownId = (caller: Caller) => (caller.kind === 'person' ? caller.user.id : NOBODY);

const order = keyset(
  'suggestions',
  'desc',
  [contentSuggestions.suggestedAt, KEY.moment],
  [contentSuggestions.id, KEY.id],
);

/** The suggestions as they are shown to a caller. */
export function readSuggestions(db: TenantDb, caller: Caller) {
  const { id: draftId, title, summary, contentType, targetQuery, ...more } = contentSuggestions;
  const { confidence, rationale, sources, suggestedAt: createdAt } = more;
  const { rating, feedback, createdAt: givenAt, clientId, suggestionId, userId } = suggestionFeedback;
  const own = and(eq(clientId, contentSuggestions.clientId), eq(suggestionId, draftId), eq(userId, ownId(caller)));
  const itsPage = and(eq(pages.clientId, contentSuggestions.clientId), eq(pages.id, more.pageId), isLive);
  return db
    .select({
      draftId,
      title,
      summary,
      contentType,
      targetQuery,
      status: more.status,
      confidence,
      rationale,
      sources,
      createdAt,
      pageId: pages.id,
      feedback: { rating, feedback, createdAt: givenAt },
    })
    .from(contentSuggestions)
    .leftJoin(suggestionFeedback, own)
    .leftJoin(pages, itsPage);
}

export const suggestionProcedures = {
  list: tenantProcedure
    .meta(
      get('/content-suggestions', 'List content suggestions', {
        versioned: true,
        description: 'The suggestions for new content with the signed-in user’s feedback, newest first.',
        returns: 'The suggestions, newest first.',
        ...PAGED,
      }),
    )
    .input(Part.extend({ status: Status.optional().describe('Only suggestions with this status.') }))
    .output(Data(z.array(Suggestion).describe('The suggestions.')))
    .query(async ({ ctx, input }) => {
      const { db, tenant, caller } = ctx;
      const { status, limit, offset, after } = input;
      const rows = await readSuggestions(db, caller)
        .where(ownedBy(tenant, contentSuggestions, status && eq(contentSuggestions.status, status), order.after(after)))
        .orderBy(...order.orderBy)
        .limit(limit + 1)
        .offset(offset);
      const cursorOf = (row: (typeof rows)[number]) => order.cursorOf([row.createdAt.toISOString(), row.draftId]);
      return { ok: true, data: endPage(ctx, input, rows, cursorOf) };
    }),

  reviewCount: tenantProcedure
    .meta(
      get('/content-suggestions/review-count', 'Count suggestions awaiting review', {
        versioned: true,
        description: 'The number of pending suggestions.',
        returns: 'The number of pending suggestions.',
      }),
    )
    .output(parsedOnce(Data(ReviewCount)))
    .query(({ ctx: { deps, db, tenant } }) =>
      deps.cache(['review-count', tenant.clientId, tenant.factsVersion], async () => {
        const [pending] = await db
          .select({ count: count() })
          .from(contentSuggestions)
          .where(ownedBy(tenant, contentSuggestions, eq(contentSuggestions.status, 'pending')));
        return { ok: true as const, data: { count: pending?.count ?? 0 } };
      }),
    ),
};
