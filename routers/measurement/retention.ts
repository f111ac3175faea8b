import { and, lt, sql } from 'drizzle-orm';
import { measurementRuns, measurementUsage } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';

/** How long a run and its answers can be read. The scan that it became stays. */
export const RUNS_KEPT_DAYS = 400;

/** Runs of one statement: each may have 2,000 answers. */
const AT_ONCE = 20;

/** Forgets runs from longer ago, with their answers, and what they used. */
export async function sweepRuns({ database }: Pick<Deps, 'database'>): Promise<void> {
  const db = database.asMaintenance();
  const longAgo = sql`now() - ${RUNS_KEPT_DAYS} * interval '1 day'`;
  const { clientId, id, createdAt } = measurementRuns;
  for (;;) {
    const old = db.select({ clientId, id }).from(measurementRuns).where(lt(createdAt, longAgo)).limit(AT_ONCE);
    const gone = await db
      .delete(measurementRuns)
      .where(and(lt(createdAt, longAgo), sql`(${clientId}, ${id}) in (${old})`))
      .returning({ id });
    if (gone.length < AT_ONCE) break;
  }
  await db.delete(measurementUsage).where(lt(measurementUsage.month, sql`(${longAgo})::date`));
}
