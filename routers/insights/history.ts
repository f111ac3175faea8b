import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { z } from 'zod';
import { tenantQuery } from '../../db/prepared.ts';
import { insightRuns, insightRunTotals } from '../../db/schema/index.ts';
import { INSIGHT_TYPES } from '../../insights/wire.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Timestamp } from '../shapes.ts';

const { get } = rest('Insights', { limit: 'insights', errorBody: 'insights' });

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

// One statement for the page and the kept total; a client without runs has no row of totals either. The page's ids come
// from the index alone, so that a page far down reads no run but its own, and one past the end reads nothing.
const historyPage = tenantQuery((db) => {
  const ids = db
    .select({ clientId: insightRuns.clientId, id: insightRuns.id })
    .from(insightRuns)
    .where(
      sql`${insightRuns.clientId} = ${sql.placeholder('clientId')} and ${insightRuns.completedAt} is not null
        and ${insightRunTotals.total} > ${sql.placeholder('offset')}`,
    )
    .orderBy(desc(insightRuns.completedAt), desc(insightRuns.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .as('ids');
  const page = db
    .select(getTableColumns(insightRuns))
    .from(ids)
    .innerJoin(insightRuns, and(eq(insightRuns.clientId, ids.clientId), eq(insightRuns.id, ids.id)))
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
};
