import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { insightFeedback, insightRuns } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { notFound, PortalError } from '../../server/errors.ts';
import { TEXT } from '../../server/limits/sizes.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, Id, Timestamp, upTo } from '../values/shapes.ts';

const { post } = rest('Insights', { limit: 'insights', errorBody: 'insights' });

const NewFeedback = z.object({
  id: Id.describe('Id of the insight run.'),
  helpful: z.boolean().describe('Whether the answer helped.'),
  comment: z
    .string()
    .refine(...upTo(TEXT.feedback))
    .meta({ description: 'Comment.', maxLength: TEXT.feedback, example: 'It was the listings, as the answer says.' })
    .nullish(),
});

/** The fields of a feedback. */
export const FEEDBACK = {
  helpful: z.boolean().describe('Whether the answer helped.'),
  comment: z.string().nullable().meta({
    description: 'Comment; null for none.',
    example: 'It was the listings, as the answer says.',
  }),
  created_at: Timestamp.describe('Time of the first feedback, UTC.'),
  updated_at: Timestamp.describe('Time of the last change, UTC.'),
};

const InsightFeedback = z
  .object({
    run_id: z.uuid().meta({ description: 'Id of the insight run.', example: '019c6512-7c40-7d3e-9a51-2f6b8c0d4e17' }),
    ...FEEDBACK,
  })
  .meta({ id: 'InsightFeedback', description: 'A user’s feedback on an answer.' });

export const insightFeedbackProcedures = {
  feedback: tenantProcedure
    .meta(
      post('/insights/runs/{id}/feedback', 'Rate an answer', {
        description:
          'Stores whether the answer helped the user, with a comment; sending it again replaces it. The id is in the header `X-Insight-Run` of the answer and in the history. Only for users: an API key is refused with 403.',
        returns: 'The stored feedback.',
      }),
    )
    .input(NewFeedback)
    .output(Data(InsightFeedback))
    .mutation(async ({ ctx: { db, tenant, caller }, input: { id, helpful, comment = null } }) => {
      if (caller.kind !== 'person') throw new PortalError('FORBIDDEN');
      const { clientId, runId, userId, createdAt: created_at, updatedAt: updated_at } = insightFeedback;
      const values = { helpful, comment };
      const stored = await db.transaction(async (tx) => {
        // Retention may delete the run meanwhile.
        const [run] = await tx
          .select({ id: insightRuns.id })
          .from(insightRuns)
          .where(ownedBy(tenant, insightRuns, eq(insightRuns.id, id)))
          .for('key share');
        if (!run) throw notFound();

        const [row] = await tx
          .insert(insightFeedback)
          .values({ clientId: tenant.clientId, runId: id, userId: caller.user.id, ...values })
          .onConflictDoUpdate({ target: [clientId, runId, userId], set: { ...values, updatedAt: new Date() } })
          .returning({ run_id: runId, created_at, updated_at });
        return row;
      });
      if (!stored) throw new Error('The feedback was not stored.');
      return { ok: true, data: { ...stored, ...values } };
    }),
};
