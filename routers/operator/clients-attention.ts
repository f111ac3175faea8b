import { sql } from 'drizzle-orm';
import type { MaintenanceDb } from '../../db/handles.ts';
import { actionItems, clientFacts, connections } from '../../db/schema/index.ts';

/** A fall in three scans in a row, in points together, that is worth a look: a smaller one may be chance. */
export const STEADY_FALL = 3;

/**
 * Sets the order of clients by what needs a look: 20 for each connection that brings nothing (five at most), one for
 * each point that the score fell, in the latest scan or in three in a row (50 at most), and one for each overdue task
 * (20 at most). Tasks get overdue by themselves, so a sweep looks. It writes what has changed, in the order in which
 * others lock facts, and leaves out what is locked.
 */
export const settleAttention = (db: MaintenanceDb) =>
  db.execute(sql`
    with fresh as materialized (
      select facts.org_id, 20 * broken.count + late.count 
        + least(greatest(-coalesce(facts.change, 0), case when facts.steady_fall >= ${STEADY_FALL} then facts.steady_fall else 0 end, 0), 50)
        as attention
      from ${clientFacts} as facts
      cross join lateral (
        select count(*) from (select from ${connections} as one
          where one.client_id = facts.org_id and one.status <> 'connected' limit 5) as few) as broken
      cross join lateral (
        select count(*) from (select from ${actionItems} as one
          where one.client_id = facts.org_id and one.status in ('open', 'in_progress')
            and one.due_date < (now() at time zone 'UTC')::date limit 20) as few) as late
    ), held as (
      select facts.org_id, fresh.attention from ${clientFacts} as facts join fresh using (org_id)
      where facts.attention <> fresh.attention
      order by facts.org_id for no key update of facts skip locked
    )
    update ${clientFacts} as facts set attention = held.attention from held where facts.org_id = held.org_id`);
