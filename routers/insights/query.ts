import { z } from 'zod';
import { Answer, INSIGHT_TYPES, type InsightType, Question } from '../../insights/wire.ts';
import { explain, PortalError } from '../../server/errors.ts';
import { TEXT } from '../../server/limits/sizes.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data } from '../shapes.ts';
import { insightsClient } from './ask/client.ts';
import { composeQuestion } from './context/compose.ts';
import { runLog } from './runs.ts';

const { get, post } = rest('Insights', { limit: 'insights', errorBody: 'insights' });

const QUERY = {
  type: 'string' as const,
  minLength: 1,
  maxLength: TEXT.insightQuery,
  description: 'The question, for nlq and explain.',
  example: 'Why did my score drop?',
};

const Type = z.enum(INSIGHT_TYPES);
// Only nlq and explain look at it: whatever else is sent along is ignored, of whatever type.
const Ignorable = z.custom<string | null>().meta({ override: QUERY }).optional();
const MaxRecommendations = z.number().int().min(1).max(20).default(5);

interface Asked {
  type: InsightType;
  query?: string | null | undefined;
}

const speaks = ({ type }: Asked) => type === 'nlq' || type === 'explain';

const wantsText = (asked: Asked, { addIssue }: z.RefinementCtx) => {
  if (!speaks(asked)) return;
  const length = typeof asked.query === 'string' ? [...asked.query.trim()].length : 0;
  if (length < 1 || length > TEXT.insightQuery)
    addIssue({
      code: 'custom',
      path: ['query'],
      message: `must have 1 to ${TEXT.insightQuery} characters for this type`,
    });
};

const textOf = (asked: Asked) => (speaks(asked) ? { query: asked.query?.trim() ?? '' } : {});

const Query = z
  .object({
    type: Type.meta({ example: 'scoring' }),
    query: Ignorable,
    options: z.object({ maxRecommendations: MaxRecommendations }).default({ maxRecommendations: 5 }),
  })
  .superRefine(wantsText);

const Look = z
  .object({
    type: Type.default('nlq'),
    query: z.string().meta(QUERY).optional(),
    maxRecommendations: MaxRecommendations,
  })
  .superRefine(wantsText);

export const queryProcedures = {
  query: tenantProcedure
    .meta(post('/insights/query', 'Ask about the organization’s own figures'))
    .input(Query)
    .output(Answer)
    .mutation(async ({ ctx, input: { options, ...input } }) => {
      const { deps, tenant, caller, request } = ctx;
      if (caller.kind !== 'person') throw new PortalError('FORBIDDEN');
      const asked = { type: input.type, ...textOf(input), options };
      const run = deps.use(runLog).begin({ tenant, userId: caller.user.id, type: input.type, input: asked });
      try {
        const answer = await deps.use(insightsClient)(await composeQuestion(ctx, asked), request.id);
        const execution_time_ms = run.succeed(answer);
        return { ...answer, metadata: { ...answer.metadata, execution_time_ms } };
      } catch (error) {
        const problem = explain(error);
        run.fail(problem);
        throw problem;
      } finally {
        await run.begun;
      }
    }),

  preview: tenantProcedure
    .meta(
      get('/insights/preview', 'Exactly what the insights service would be sent, without asking it', {
        description: 'The question with its options, redacted, and the context: nothing else leaves the portal.',
      }),
    )
    .input(Look)
    .output(Data(Question))
    .query(async ({ ctx, input: { maxRecommendations, ...input } }) => {
      const asked = { type: input.type, ...textOf(input), options: { maxRecommendations } };
      return { ok: true, data: await composeQuestion(ctx, asked) };
    }),
};
