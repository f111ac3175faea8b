import { z } from 'zod';
import { INSIGHT_TYPES, InsightAnswer, InsightQuestion, type InsightType } from '../../insights/wire.ts';
import { explain, PortalError } from '../../server/errors.ts';
import { outside } from '../../server/http/admission.ts';
import { TEXT } from '../../server/limits/sizes.ts';
import { sharesHeaders } from '../../server/lists/next-url.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { QuestionText, readerLanguage } from '../auth/public.ts';
import { Data } from '../values/shapes.ts';
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
const RECOMMENDATIONS = 20;
const maxRecommendations = z
  .number()
  .int()
  .min(1)
  .overwrite((count) => Math.min(count, RECOMMENDATIONS))
  .default(5)
  .meta({ description: 'Maximum number of recommendations; above 20 it counts as 20.', example: 5 });

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

/** The language of the reader where the answer has no question to follow; English goes without saying. */
async function languageFor({ deps, caller, request }: RequestContext, input: TypedQuery) {
  if (needsQuery(input)) return {};
  const userId = caller.kind === 'person' ? caller.user.id : undefined;
  const language = await deps.use(readerLanguage)(userId, request.headers['accept-language']);
  return language === 'de' ? { language } : {};
}

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
        tool: {
          name: 'ask_question',
          hint: 'Takes seconds, and counts as a question of the organization: read the figures with other tools where they tell enough.',
        },
        description:
          'Answers from the organization’s own figures. nlq and explain use an AI model where one is configured. ' +
          'They answer without one otherwise, after ten questions a day of an organization without an administrator ' +
          'whose address is verified, and after the tokens a month that the operator of the portal has set. Personal ' +
          'data in the question is redacted before it leaves the portal; with `questionText: topics` of the ' +
          'organization, no word of it leaves. Each query is recorded in the history.',
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
        const allowed = await withinModelLimit(ctx, question, 'consume');
        const composed = await composeQuestion(ctx, allowed, await languageFor(ctx, question));
        const answer = await outside(request, () => deps.use(insightsClient)(composed, request.id));
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
        example: { query: { query: 'Why did my score drop?' } },
        weight: 'heavy',
        description:
          'Shows exactly what the same query would send to the insights service, without sending or recording it. ' +
          'Counts against the limit for insight queries.',
        returns: 'The redacted question, or its topics, with its options and context.',
      }),
    )
    .input(PreviewInput)
    .output(Data(InsightQuestion).extend({ questionText: QuestionText }))
    .query(async ({ ctx, input: { maxRecommendations, ...input } }) => {
      const question = { type: input.type, ...trimmedQuery(input), options: { maxRecommendations } };
      const allowed = await withinModelLimit(ctx, question, 'peek');
      const data = await composeQuestion(ctx, allowed, await languageFor(ctx, question));
      return { ok: true, data, questionText: ctx.tenant.questionText };
    }),
};
