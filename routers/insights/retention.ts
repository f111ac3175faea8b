import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { insightRuns, insightRunTotals } from '../../db/schema/index.ts';

const BATCH = 1000;

/**
 * Deletes the runs completed more than `days` days ago; none without a number. Small batches of one client each keep
 * statements short and avoid deadlocks between processes; a trigger updates the totals in the same statement.
 */
export async function sweepOldRuns(database: Database, days: number | undefined) {
  if (!days) return;
  const db = database.asMaintenance();
  const expired = sql`${insightRuns.completedAt} < now() - ${days} * interval '1 day'`;
  const clients = await db
    .select({ clientId: insightRunTotals.clientId })
    .from(insightRunTotals)
    .where(
      sql`exists (select from ${insightRuns} where ${insightRuns.clientId} = ${insightRunTotals.clientId} and ${expired})`,
    );

  for (const { clientId } of clients) {
    const ofClient = sql`${insightRuns.clientId} = ${clientId}`;
    const batch = sql`with deleted as (delete from ${insightRuns} where ${ofClient} and ${insightRuns.id} in (
        select ${insightRuns.id} from ${insightRuns} where ${ofClient} and ${expired}
        order by ${insightRuns.completedAt}, ${insightRuns.id} limit ${BATCH}) returning 1)
      select count(*)::int as deleted from deleted`;
    let deleted: number | undefined;
    do {
      [{ deleted } = { deleted: 0 }] = await db.execute<{ deleted: number }>(batch);
    } while (deleted === BATCH);
  }
}
