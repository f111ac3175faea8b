import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { contentSuggestions, suggestionFeedback } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { factsChanged } from '../../server/cache/versions.ts';
import { notFound, PortalError } from '../../server/errors.ts';
import { TEXT } from '../../server/limits/sizes.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, Id, Timestamp, Uuid, upTo } from '../values/shapes.ts';

const { post } = rest('Content');

const NewFeedback = z.object({
  draftId: Id.describe('Id of the suggestion.'),
  rating: z.number().min(1).max(5).meta({ description: 'Rating, 1–5.', example: 4 }),
  feedback: z
    .string()
    .refine(...upTo(TEXT.feedback))
    .meta({ description: 'Comment.', maxLength: TEXT.feedback, example: 'Our patients ask this every week.' })
    .nullish(),
});

const SuggestionFeedback = z
  .object({
    draftId: Uuid.describe('Id of the suggestion.'),
    rating: z.number().meta({ description: 'Rating, 1–5.', example: 4 }),
    feedback: z.string().nullable().meta({
      description: 'Comment; null for none.',
      example: 'Our patients ask this every week.',
    }),
    createdAt: Timestamp.describe('Time of the first feedback, UTC.'),
    updatedAt: Timestamp.describe('Time of the last change, UTC.'),
  })
  .meta({ id: 'SuggestionFeedback', description: 'A user’s feedback on a suggestion.' });

export const feedbackProcedures = {
  feedback: tenantProcedure
    .meta(
      post('/content-suggestions/{draftId}/feedback', 'Rate a content suggestion', {
        description:
          'Stores the user’s rating and comment; sending it again replaces it. Only for users: an API key is refused with 403.',
        returns: 'The stored feedback.',
      }),
    )
    .input(NewFeedback)
    .output(Data(SuggestionFeedback))
    .mutation(async ({ ctx: { db, tenant, caller }, input: { draftId, rating, feedback = null } }) => {
      if (caller.kind !== 'person') throw new PortalError('FORBIDDEN');
      const { clientId, suggestionId, userId } = suggestionFeedback;
      const values = { rating, feedback };
      const stored = await db.transaction(async (tx) => {
        const [suggestion] = await tx
          .select({ id: contentSuggestions.id })
          .from(contentSuggestions)
          .where(ownedBy(tenant, contentSuggestions, eq(contentSuggestions.id, draftId)));
        if (!suggestion) throw notFound();

        const [row] = await tx
          .insert(suggestionFeedback)
          .values({ clientId: tenant.clientId, suggestionId: draftId, userId: caller.user.id, ...values })
          .onConflictDoUpdate({ target: [clientId, suggestionId, userId], set: { ...values, updatedAt: new Date() } })
          .returning();
        await factsChanged(tx, tenant);
        return row;
      });
      if (!stored) throw new Error('The feedback was not stored.');
      return { ok: true, data: { ...stored, draftId } };
    }),
};
