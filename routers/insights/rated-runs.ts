import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { insightFeedback, insightRuns } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { notFound } from '../../server/errors.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { loadAuthors } from '../cms/public.ts';
import { ById, Data, NOBODY, Paging, paging, Uuid } from '../values/shapes.ts';
import { FEEDBACK } from './feedback.ts';
import { InsightRun } from './shapes.ts';

const { get } = rest('Insights', { weight: 'heavy', limit: 'insights', errorBody: 'insights' });

const RatedRun = InsightRun.extend({
  feedback: z
    .object({
      helpful: z.number().int().meta({ description: 'Users whom the answer helped.', example: 2 }),
      unhelpful: z.number().int().meta({ description: 'Users whom it did not help.', example: 0 }),
      own: z.boolean().nullable().describe('Whether it helped the signed-in user; null without feedback of theirs.'),
    })
    .describe('Feedback on the answer.'),
}).meta({ id: 'RatedInsightRun', description: 'An insight run with a summary of its feedback.' });

const RunWithFeedback = InsightRun.extend({
  feedback: z
    .array(
      z.object({
        by: z
          .object({
            id: Uuid.describe('Id of the user.'),
            name: z.string().nullable().meta({ description: 'Name; null for none.', example: 'Priya Raman' }),
          })
          .nullable()
          .describe('Who gave it; null if the account is deleted.'),
        ...FEEDBACK,
      }),
    )
    .describe('Feedback on the answer, latest first.'),
}).meta({ id: 'InsightRunWithFeedback', description: 'An insight run with its feedback.' });

const RUN = {
  id: insightRuns.id,
  run_type: insightRuns.runType,
  input_params: insightRuns.inputParams,
  result_data: insightRuns.resultData,
  execution_time_ms: insightRuns.executionTimeMs,
  tokens_used: insightRuns.tokensUsed,
  ai_provider: insightRuns.aiProvider,
  ai_model: insightRuns.aiModel,
  completed_at: sql<Date>`${insightRuns.completedAt}`.mapWith(insightRuns.completedAt),
};

const { userId, helpful, comment, createdAt: created_at, updatedAt: updated_at } = insightFeedback;
const isOfRun = and(eq(insightFeedback.clientId, insightRuns.clientId), eq(insightFeedback.runId, insightRuns.id));

const runs = keyset('rated-runs', 'desc', [insightRuns.completedAt, KEY.moment], [insightRuns.id, KEY.id]);
const opinions = keyset('insight-feedback', 'desc', [updated_at, KEY.moment], [userId, KEY.id]);

export const ratedRunProcedures = {
  list: tenantProcedure
    .meta(
      get('/insights/runs', 'List insight runs with their feedback', {
        tool: {
          name: 'list_insights',
          hint: 'What people have asked the portal, and its answers.',
          untrusted: ['data.input_params', 'data.result_data'],
        },
        description: 'The runs of the history, each with how many users it helped.',
        returns: 'The insight runs, latest completion first.',
        ...PAGED,
      }),
    )
    .input(Paging(10, 50))
    .output(Data(z.array(RatedRun).describe('Insight runs, latest completion first.')))
    .query(async ({ ctx, input }) => {
      const { db, tenant, caller } = ctx;
      const ownId = caller.kind === 'person' ? caller.user.id : NOBODY;
      const feedback = db
        .select({
          helpful: sql<number>`(count(*) filter (where ${helpful}))::int`.as('helpful_count'),
          unhelpful: sql<number>`(count(*) filter (where not ${helpful}))::int`.as('unhelpful_count'),
          own: sql<boolean | null>`bool_or(${helpful}) filter (where ${userId} = ${ownId})`.as('own'),
        })
        .from(insightFeedback)
        .where(isOfRun)
        .as('feedback');
      const rows = await db
        .select({ ...RUN, feedback: { helpful: feedback.helpful, unhelpful: feedback.unhelpful, own: feedback.own } })
        .from(insightRuns)
        .innerJoinLateral(feedback, sql`true`)
        .where(ownedBy(tenant, insightRuns, isNotNull(insightRuns.completedAt), runs.after(input.after)))
        .orderBy(...runs.orderBy)
        .limit(input.limit + 1);
      return {
        ok: true,
        data: endPage(ctx, input, rows, (run) => runs.cursorOf([run.completed_at.toISOString(), run.id])),
      };
    }),

  get: tenantProcedure
    .meta(
      get('/insights/runs/{id}', 'Get an insight run with its feedback', {
        description: '`limit` and `after` apply to the feedback.',
        returns: 'The insight run and the feedback of its users.',
        errors: [...PAGED.errors, 'NOT_FOUND'],
        responseHeaders: PAGED.responseHeaders,
      }),
    )
    .input(ById.extend(paging(50, 200)))
    .output(Data(RunWithFeedback))
    .query(async ({ ctx, input }) => {
      const { db, tenant } = ctx;
      const ofRun = ownedBy(tenant, insightFeedback, eq(insightFeedback.runId, input.id), opinions.after(input.after));
      const [[run], rows] = await Promise.all([
        db
          .select(RUN)
          .from(insightRuns)
          .where(ownedBy(tenant, insightRuns, eq(insightRuns.id, input.id), isNotNull(insightRuns.completedAt))),
        db
          .select({ userId, helpful, comment, created_at, updated_at })
          .from(insightFeedback)
          .where(ofRun)
          .orderBy(desc(updated_at), desc(userId))
          .limit(input.limit + 1),
      ]);
      if (!run) throw notFound();

      const page = endPage(ctx, input, rows, (row) => opinions.cursorOf([row.updated_at.toISOString(), row.userId]));
      const people = await loadAuthors(
        ctx,
        page.map((row) => row.userId),
      );
      const feedback = page.map(({ userId, ...opinion }) => ({ by: people.authorOf(userId), ...opinion }));
      return { ok: true, data: { ...run, feedback } };
    }),
};
