import { sql } from 'drizzle-orm';
import type { MaintenanceDb } from '../../db/handles.ts';
import { pagePerformance, pages } from '../../db/schema/index.ts';

/** How long a deleted page can be restored. */
export const DAYS_IN_BIN = 30;

/** A page takes its versions along, which may be large. */
const BATCH = 20;

/** Deletes the pages that have been in the bin for too long, with their figures, in batches of one client each. */
export async function purgeBin(db: MaintenanceDb) {
  const isOver = sql`deleted_at <= now() - ${DAYS_IN_BIN} * interval '1 day'`;
  const clients = await db.execute<{ client_id: string }>(sql`select distinct client_id from ${pages} where ${isOver}`);
  for (const { client_id: client } of clients) {
    const batch = sql`with over as (
        select client_id, id from ${pages} where client_id = ${client}::uuid and ${isOver}
        order by deleted_at, id limit ${BATCH} for update skip locked),
      figures as (
        delete from ${pagePerformance} where client_id = ${client}::uuid and page_id in (select id from over)),
      deleted as (
        delete from ${pages} where client_id = ${client}::uuid and id in (select id from over) returning 1)
      select count(*)::int as deleted from deleted`;
    let deleted: number | undefined;
    do {
      [{ deleted } = { deleted: 0 }] = await db.execute<{ deleted: number }>(batch);
    } while (deleted === BATCH);
  }
}
