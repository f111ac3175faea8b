import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { insightRuns, insightRunTotals } from '../../db/schema/index.ts';

const BATCH = 1000;

/**
 * Deletes the runs that ended more than so many days ago; without a number none. A batch of one client at a time: no
 * statement is long, two processes cannot get in each other's way, and the kept totals follow in the same statement.
 */
export async function sweepOldRuns(database: Database, days: number | undefined) {
  if (!days) return;
  const db = database.asMaintenance();
  const old = sql`${insightRuns.completedAt} < now() - ${days} * interval '1 day'`;
  const clients = await db
    .select({ clientId: insightRunTotals.clientId })
    .from(insightRunTotals)
    .where(
      sql`exists (select from ${insightRuns} where ${insightRuns.clientId} = ${insightRunTotals.clientId} and ${old})`,
    );

  for (const { clientId } of clients) {
    const ofClient = sql`${insightRuns.clientId} = ${clientId}`;
    const batch = sql`with gone as (delete from ${insightRuns} where ${ofClient} and ${insightRuns.id} in (
        select ${insightRuns.id} from ${insightRuns} where ${ofClient} and ${old}
        order by ${insightRuns.completedAt}, ${insightRuns.id} limit ${BATCH}) returning 1)
      select count(*)::int as deleted from gone`;
    let deleted: number | undefined;
    do {
      [{ deleted } = { deleted: 0 }] = await db.execute<{ deleted: number }>(batch);
    } while (deleted === BATCH);
  }
}
