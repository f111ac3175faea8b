import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { z } from 'zod';
import { tenantQuery } from '../../db/prepared.ts';
import { insightRuns, insightRunTotals } from '../../db/schema/index.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { paging } from '../values/shapes.ts';
import { InsightRun } from './shapes.ts';

const { get } = rest('Insights', { weight: 'heavy', limit: 'insights', errorBody: 'insights' });

const offset = z.number().int().min(0).max(1_000_000_000).default(0).describe('Number of runs to skip.');

const order = keyset('runs', 'desc', [insightRuns.completedAt, KEY.moment], [insightRuns.id, KEY.id]);
// After every run, and so before the first of the list.
const FIRST = ['9999-12-31T23:59:59.999Z', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

// One statement for the page and the stored total; a client without runs has no row of totals either. The ids come from
// the index alone: a page far down reads only its own runs, and a page past the end reads none. As an array they are
// found once, as nothing in it is of the rows around it; a join may find them anew for each run, where the statistics
// are old.
const historyPage = tenantQuery((db) => {
  const total = db
    .select({ total: insightRunTotals.total })
    .from(insightRunTotals)
    .where(eq(insightRunTotals.clientId, sql.placeholder('clientId')));
  const ids = db
    .select({ id: insightRuns.id })
    .from(insightRuns)
    .where(
      sql`${insightRuns.clientId} = ${sql.placeholder('clientId')} and ${insightRuns.completedAt} is not null
        and ${total} > ${sql.placeholder('offset')}
        and ${order.afterKey}`,
    )
    .orderBy(...order.orderBy)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'));
  const page = db
    .select(getTableColumns(insightRuns))
    .from(insightRuns)
    .where(sql`${insightRuns.clientId} = ${sql.placeholder('clientId')} and ${insightRuns.id} = any(array${ids})`)
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

export const historyProcedures = {
  history: tenantProcedure
    .meta(
      get('/insights/history', 'List insight runs', {
        description: 'Completed and failed runs of all members, latest completion first.',
        returns: 'The insight runs and their total number.',
        ...PAGED,
      }),
    )
    .input(z.object({ ...paging(10, 50), offset }))
    .output(
      z.object({
        runs: z.array(InsightRun).describe('Insight runs, latest completion first.'),
        total: z.number().int().meta({ description: 'Number of runs in the history.', example: 42 }),
        limit: z.number().int().meta({ description: 'Maximum number of runs, as requested.', example: 10 }),
        offset: z.number().int().meta({ description: 'Number of skipped runs, as requested.', example: 0 }),
      }),
    )
    .query(async ({ ctx, input }) => {
      const { limit, offset, after } = input;
      const range = { limit: limit + 1, offset, ...order.from(after, FIRST) };
      const rows = await historyPage(ctx.db).execute({ clientId: ctx.tenant.clientId, ...range });
      const completed = rows.flatMap(({ run }) =>
        run?.completed_at ? [{ ...run, completed_at: run.completed_at }] : [],
      );
      const runs = endPage(ctx, input, completed, (run) => order.cursorOf([run.completed_at.toISOString(), run.id]));
      return { runs, total: rows[0]?.total ?? 0, limit, offset };
    }),
};
