import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { contentSuggestions, suggestionFeedback } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { factsChanged } from '../../server/cache/versions.ts';
import { notFound, PortalError } from '../../server/errors.ts';
import { TEXT } from '../../server/limits/sizes.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, Id, Timestamp, upTo } from '../shapes.ts';

const { post } = rest('Content');

const Opinion = z.object({
  draftId: Id,
  rating: z.number().min(1).max(5).meta({ example: 4 }),
  feedback: z
    .string()
    .refine(...upTo(TEXT.feedback))
    .meta({ maxLength: TEXT.feedback, example: 'Our clients ask this every week.' })
    .nullish(),
});

const Given = z.object({
  draftId: z.uuid(),
  rating: z.number(),
  feedback: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const feedbackProcedures = {
  feedback: tenantProcedure
    .meta(
      post(
        '/content-suggestions/{draftId}/feedback',
        'Say what one thinks of a suggestion; saying it again replaces it',
      ),
    )
    .input(Opinion)
    .output(Data(Given))
    .mutation(async ({ ctx: { db, tenant, caller }, input: { draftId, rating, feedback = null } }) => {
      if (caller.kind !== 'person') throw new PortalError('FORBIDDEN');
      const { clientId, suggestionId, userId } = suggestionFeedback;
      const said = { rating, feedback };
      const given = await db.transaction(async (tx) => {
        const [suggestion] = await tx
          .select({ id: contentSuggestions.id })
          .from(contentSuggestions)
          .where(ownedBy(tenant, contentSuggestions, eq(contentSuggestions.id, draftId)));
        if (!suggestion) throw notFound();

        const [row] = await tx
          .insert(suggestionFeedback)
          .values({ clientId: tenant.clientId, suggestionId: draftId, userId: caller.user.id, ...said })
          .onConflictDoUpdate({ target: [clientId, suggestionId, userId], set: { ...said, updatedAt: new Date() } })
          .returning();
        await factsChanged(tx, tenant);
        return row;
      });
      if (!given) throw new Error('Feedback was not stored.');
      return { ok: true, data: { ...given, draftId } };
    }),
};
