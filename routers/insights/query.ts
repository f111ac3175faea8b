import { z } from 'zod';
import { INSIGHT_TYPES, InsightAnswer, InsightQuestion, type InsightType } from '../../insights/wire.ts';
import { explain, PortalError } from '../../server/errors.ts';
import { TEXT } from '../../server/limits/sizes.ts';
import { sharesHeaders } from '../../server/lists/next-url.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data } from '../shapes.ts';
import { insightsClient } from './ask/client.ts';
import { composeQuestion } from './context/compose.ts';
import { withinModelLimit } from './model-limit.ts';
import { runLog } from './runs.ts';

const { get, post } = rest('Insights', { limit: 'insights', errorBody: 'insights' });

const QUERY = {
  type: 'string' as const,
  minLength: 1,
  maxLength: TEXT.insightQuery,
  description: 'Question in plain text. Required for nlq and explain, ignored for scoring and playbook.',
  example: 'Why did my score drop?',
};

const type = z
  .enum(INSIGHT_TYPES)
  .describe(
    'nlq answers a question, explain explains a metric, scoring analyzes the scores, playbook recommends steps.',
  );
// Types without a question ignore the field, whatever its value.
const ignorableQuery = z.custom<string | null>().meta({ override: QUERY }).optional();
const maxRecommendations = z
  .number()
  .int()
  .min(1)
  .max(20)
  .default(5)
  .meta({ description: 'Maximum number of recommendations.', example: 5 });

interface TypedQuery {
  type: InsightType;
  query?: string | null | undefined;
}

const needsQuery = ({ type }: TypedQuery) => type === 'nlq' || type === 'explain';

const requireQuery = (input: TypedQuery, { addIssue }: z.RefinementCtx) => {
  if (!needsQuery(input)) return;
  const length = typeof input.query === 'string' ? [...input.query.trim()].length : 0;
  if (length < 1 || length > TEXT.insightQuery)
    addIssue({
      code: 'custom',
      path: ['query'],
      message: `must have 1 to ${TEXT.insightQuery} characters for this type`,
    });
};

const trimmedQuery = (input: TypedQuery) => (needsQuery(input) ? { query: input.query?.trim() ?? '' } : {});

const QueryInput = z
  .object({
    type: type.meta({ example: 'scoring' }),
    query: ignorableQuery,
    options: z.object({ maxRecommendations }).default({ maxRecommendations: 5 }).describe('Options of the query.'),
  })
  .superRefine(requireQuery);

const PreviewInput = z
  .object({ type: type.default('nlq'), query: z.string().meta(QUERY).optional(), maxRecommendations })
  .superRefine(requireQuery);

export const queryProcedures = {
  query: tenantProcedure
    .meta(
      post('/insights/query', 'Ask for an insight', {
        description:
          'Answers from the organization’s own figures. nlq and explain use an AI model where one is configured. ' +
          'They answer without one otherwise, after ten questions a day of an organization without an administrator ' +
          'whose address is verified, and after the tokens a month that the operator of the portal has set. Personal ' +
          'data in the question is redacted before it leaves the portal. Each query is recorded in the history.',
        returns: 'The answer, with recommendations by descending priority.',
        responseHeaders: z.object({
          'X-Insight-Run': z
            .string()
            .meta({
              description: 'Id of the run, for feedback; absent in a tRPC batch of several calls.',
              example: '019c6512-7c40-7d3e-9a51-2f6b8c0d4e17',
            })
            .optional(),
        }),
      }),
    )
    .input(QueryInput)
    .output(InsightAnswer)
    .mutation(async ({ ctx, input: { options, ...input } }) => {
      const { deps, tenant, caller, request, reply, claimed } = ctx;
      if (caller.kind !== 'person') throw new PortalError('FORBIDDEN');
      const question = { type: input.type, ...trimmedQuery(input), options };
      const about = { tenant, userId: caller.user.id, requestId: request.id, claimed };
      const run = deps.use(runLog).begin({ ...about, type: input.type, input: question });
      try {
        const allowed = await withinModelLimit(ctx, question, 'hit');
        const answer = await deps.use(insightsClient)(await composeQuestion(ctx, allowed), request.id);
        const execution_time_ms = run.succeed(answer);
        if (!sharesHeaders(request)) reply.header('X-Insight-Run', run.id);
        return { ...answer, metadata: { ...answer.metadata, execution_time_ms } };
      } catch (error) {
        const problem = explain(error);
        run.fail(problem);
        throw problem;
      } finally {
        await run.tried;
      }
    }),

  preview: tenantProcedure
    .meta(
      get('/insights/preview', 'Preview an insight question', {
        description:
          'Shows exactly what the same query would send to the insights service, without sending or recording it. ' +
          'Counts against the limit for insight queries.',
        returns: 'The redacted question with its options and context.',
      }),
    )
    .input(PreviewInput)
    .output(Data(InsightQuestion))
    .query(async ({ ctx, input: { maxRecommendations, ...input } }) => {
      const question = { type: input.type, ...trimmedQuery(input), options: { maxRecommendations } };
      return { ok: true, data: await composeQuestion(ctx, await withinModelLimit(ctx, question, 'look')) };
    }),
};
