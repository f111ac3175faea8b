import { desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { hot } from '../db/hot.ts';
import { insightRuns, insightRunTotals } from '../db/schema/index.ts';
import { Answer, INSIGHT_TYPES } from '../insights/wire.ts';
import { explain, PortalError } from '../server/errors.ts';
import { gatherContext } from '../server/insights/gather.ts';
import { TEXT } from '../server/limits.ts';
import { rest } from '../server/rest.ts';
import { insightsProcedure, router } from '../server/trpc.ts';
import { Timestamp } from './shapes.ts';

const { get, post } = rest('Insights');

const QUERY = {
  type: 'string' as const,
  minLength: 1,
  maxLength: TEXT.insightQuery,
  description: 'The question, for nlq and explain.',
  example: 'Why did my score drop?',
};

const Query = z
  .object({
    type: z.enum(INSIGHT_TYPES).meta({ example: 'scoring' }),
    // Only nlq and explain look at it: whatever else is sent along is ignored, of whatever type.
    query: z.custom<string | null>().meta({ override: QUERY }).optional(),
    options: z
      .object({ maxRecommendations: z.number().int().min(1).max(20).default(5) })
      .default({ maxRecommendations: 5 }),
  })
  .superRefine(({ type, query }, { addIssue }) => {
    if (type !== 'nlq' && type !== 'explain') return;
    const length = typeof query === 'string' ? [...query.trim()].length : 0;
    if (length < 1 || length > TEXT.insightQuery)
      addIssue({
        code: 'custom',
        path: ['query'],
        message: `must have 1 to ${TEXT.insightQuery} characters for this type`,
      });
  });

const Run = z.object({
  id: z.uuid(),
  run_type: z.enum(INSIGHT_TYPES),
  input_params: z.record(z.string(), z.unknown()),
  result_data: z.record(z.string(), z.unknown()),
  execution_time_ms: z.number().int(),
  tokens_used: z.number().int(),
  ai_provider: z.string(),
  ai_model: z.string(),
  completed_at: Timestamp,
});

const Page = z.object({
  limit: z.number().int().min(1).max(50).default(10),
  offset: z.number().int().min(0).max(1_000_000_000).default(0),
});

// One statement for the page and the kept total; a client without runs has no row of totals either.
const historyPage = hot((db) => {
  const page = db
    .select()
    .from(insightRuns)
    .where(sql`${insightRuns.clientId} = ${sql.placeholder('clientId')} and ${insightRuns.completedAt} is not null`)
    .orderBy(desc(insightRuns.completedAt), desc(insightRuns.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .as('page');
  return db
    .select({
      total: insightRunTotals.total,
      run: {
        id: page.id,
        run_type: page.runType,
        input_params: page.inputParams,
        result_data: page.resultData,
        execution_time_ms: page.executionTimeMs,
        tokens_used: page.tokensUsed,
        ai_provider: page.aiProvider,
        ai_model: page.aiModel,
        completed_at: page.completedAt,
      },
    })
    .from(insightRunTotals)
    .leftJoinLateral(page, sql`true`)
    .where(eq(insightRunTotals.clientId, sql.placeholder('clientId')))
    .orderBy(desc(page.completedAt), desc(page.id));
});

export const insightsRouter = router({
  query: insightsProcedure
    .meta(post('/insights/query', 'Ask about the organization’s own figures'))
    .input(Query)
    .output(Answer)
    .mutation(async ({ ctx, input: { type, query, options } }) => {
      const { deps, db, tenant, caller, request } = ctx;
      if (caller.kind !== 'person') throw new PortalError('FORBIDDEN');
      const asked = type === 'nlq' || type === 'explain' ? { query: query?.trim() ?? '' } : {};
      const run = deps.runs.begin({ tenant, userId: caller.user.id, type, input: { type, ...asked, options } });
      try {
        const context = await deps.cache(['insight-context', tenant.clientId, tenant.scoresVersion], () =>
          gatherContext(db, tenant, deps.env.PSEUDONYM_KEY),
        );
        const answer = await deps.ask(
          { version: '1.0', type, ...asked, options, context },
          { request: request.id, query: run.id },
        );
        const execution_time_ms = run.succeed(answer);
        await run.begun;
        return { ...answer, metadata: { ...answer.metadata, execution_time_ms } };
      } catch (error) {
        const problem = explain(error);
        run.fail(problem);
        throw problem;
      }
    }),

  history: insightsProcedure
    .meta(get('/insights/history', 'What the organization asked, newest first'))
    .input(Page)
    .output(
      z.object({ runs: z.array(Run), total: z.number().int(), limit: z.number().int(), offset: z.number().int() }),
    )
    .query(async ({ ctx: { db, tenant }, input: { limit, offset } }) => {
      const rows = await historyPage(db).execute({ clientId: tenant.clientId, limit, offset });
      const runs = rows.flatMap(({ run }) => (run?.completed_at ? [{ ...run, completed_at: run.completed_at }] : []));
      return { runs, total: rows[0]?.total ?? 0, limit, offset };
    }),
});
