import { and, count, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { contentSuggestions, suggestionFeedback, suggestionStatus } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import type { Caller } from '../../server/trpc/context.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, NOBODY, Part, parsedOnce, Timestamp } from '../shapes.ts';

const { get } = rest('Content');

const Status = z.enum(suggestionStatus.enumValues);

const Suggestion = z.object({
  draftId: z.uuid(),
  title: z.string(),
  summary: z.string(),
  contentType: z.string(),
  targetQuery: z.string().nullable(),
  status: Status,
  confidence: z.number().min(0).max(1),
  rationale: z.string().nullable(),
  sources: z.array(z.string()),
  createdAt: Timestamp,
  /** What the one who asks said of it. */
  feedback: z.object({ rating: z.number(), feedback: z.string().nullable(), createdAt: Timestamp }).nullable(),
});

const ownId = (caller: Caller) => (caller.kind === 'person' ? caller.user.id : NOBODY);

export const suggestionProcedures = {
  list: tenantProcedure
    .meta(get('/content-suggestions', 'What could be written next, the newest first'))
    .input(Part.extend({ status: Status.optional() }))
    .output(Data(z.array(Suggestion)))
    .query(async ({ ctx: { db, tenant, caller }, input: { status, limit, offset } }) => {
      const { id: draftId, title, summary, contentType, targetQuery, ...more } = contentSuggestions;
      const { confidence, rationale, sources, suggestedAt: createdAt } = more;
      const { rating, feedback, createdAt: givenAt, clientId, suggestionId, userId } = suggestionFeedback;
      const own = and(eq(clientId, contentSuggestions.clientId), eq(suggestionId, draftId), eq(userId, ownId(caller)));
      const data = await db
        .select({
          ...{ draftId, title, summary, contentType, targetQuery, status: more.status },
          ...{ confidence, rationale, sources, createdAt },
          feedback: { rating, feedback, createdAt: givenAt },
        })
        .from(contentSuggestions)
        .leftJoin(suggestionFeedback, own)
        .where(ownedBy(tenant, contentSuggestions, status && eq(more.status, status)))
        .orderBy(desc(createdAt), desc(draftId))
        .limit(limit)
        .offset(offset);
      return { ok: true, data };
    }),

  reviewCount: tenantProcedure
    .meta(get('/content-suggestions/review-count', 'How many suggestions wait for a decision'))
    .output(parsedOnce(Data(z.object({ count: z.number().int() }))))
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
