import { sql } from 'drizzle-orm';
import type { MaintenanceDb } from '../../db/handles.ts';
import { peopleChanges } from '../../db/schema/index.ts';

/** How long the changes that people make are kept for pipelines, and how many of a client. */
export const KEPT_CHANGES = { days: 90, rows: 100_000 };

const BATCH = 1000;

// The clients with changes, by one step in the index for each.
const clients = sql`(
  with recursive client as (
    (select client_id from ${peopleChanges} order by client_id limit 1)
    union all
    select (select client_id from ${peopleChanges} as other where other.client_id > client.client_id order by 1 limit 1)
    from client where client.client_id is not null)
  select client_id from client where client_id is not null)`;

/**
 * Deletes changes that are too old or too many, in batches of one client each. The last of the old ones stays: the
 * cursor of a change that is there shows that none after it is missing.
 */
export async function sweepPeopleChanges(db: MaintenanceDb, { days, rows } = KEPT_CHANGES) {
  const ofClient = sql`from ${peopleChanges} where client_id = clients.client_id`;
  const firstRecent = sql`(select position ${ofClient} and at >= now() - ${days} * interval '1 day' order by position limit 1)`;
  const due = await db.execute<{ client_id: string; first: string }>(sql`
    select client_id, first from ${clients} as clients
    cross join lateral (select min(position) as oldest, max(position) as newest ${ofClient}) as range
    cross join lateral (select greatest(
      (select max(position) ${ofClient} and position < coalesce(${firstRecent}, newest + 1)),
      -- As positions differ, fewer rows need no count.
      case when newest - oldest >= ${rows}::int
        then (select position ${ofClient} order by position desc offset ${rows - 1} limit 1) end) as first) as kept
    where first > oldest`);

  for (const { client_id: client, first } of due) {
    const batch = sql`with deleted as (delete from ${peopleChanges} where client_id = ${client}::uuid and position in (
        select position from ${peopleChanges} where client_id = ${client}::uuid and position < ${first}::bigint
        order by position limit ${BATCH}) returning 1)
      select count(*)::int as deleted from deleted`;
    let deleted: number | undefined;
    do {
      [{ deleted } = { deleted: 0 }] = await db.execute<{ deleted: number }>(batch);
    } while (deleted === BATCH);
  }
}
