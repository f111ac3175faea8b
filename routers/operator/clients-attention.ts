import { sql } from 'drizzle-orm';
import type { MaintenanceDb } from '../../db/handles.ts';
import { actionItems, clientFacts, connections, organizations, websiteDaily } from '../../db/schema/index.ts';

/** A fall in one scan, in points, that is worth a look. */
const FALL = 5;

/** A fall in three scans in a row, in points together, that is worth a look: a smaller one may be chance. */
export const STEADY_FALL = 3;

/**
 * Sets the order of clients by what needs a look: 20 for each connection that brings nothing (five at most) and 2 for
 * each point of a fall that is worth a look (50 at most). What is smaller counts less than the least of these falls: 1
 * for a client that nobody has used, 1 without figures, 1 for five overdue tasks (15 at most). Suspended ones come
 * last. Tasks get overdue by themselves, so a sweep looks. It writes what has changed, in the order in which others
 * lock facts, and leaves out what is locked.
 */
export const settleAttention = (db: MaintenanceDb) =>
  db.execute(sql`
    with fresh as materialized (
      select facts.org_id, case client.status when 'erasing' then -2 when 'suspended' then -1
        else 20 * tools.broken + 2 * least(greatest(falls.once, falls.steady), 50)
          + (client.last_active_at is null)::int + (not figures.came)::int + late.count / 5.0 end as attention
      from ${clientFacts} as facts
      join ${organizations} as client on client.id = facts.org_id
      cross join lateral (
        select case when facts.change <= ${-FALL} then -facts.change else 0 end as once,
          case when facts.steady_fall >= ${STEADY_FALL} then facts.steady_fall else 0 end as steady) as falls
      cross join lateral (
        select least(count(*) filter (where one.status <> 'connected'), 5) as broken, count(one.last_sync_at) > 0 as brought
        from ${connections} as one where one.client_id = facts.org_id) as tools
      cross join lateral (
        select facts.last_scan_at is not null or tools.brought or exists (
          select from ${websiteDaily} as one where one.client_id = facts.org_id
            and one.date >= (now() at time zone 'UTC')::date - 56) as came) as figures
      cross join lateral (
        select count(*) from (select from ${actionItems} as one
          where one.client_id = facts.org_id and one.status in ('open', 'in_progress')
            and one.due_date < (now() at time zone 'UTC')::date limit 15) as few) as late
    ), held as (
      select facts.org_id, fresh.attention from ${clientFacts} as facts join fresh using (org_id)
      where facts.attention <> fresh.attention
      order by facts.org_id for no key update of facts skip locked
    )
    update ${clientFacts} as facts set attention = held.attention from held where facts.org_id = held.org_id`);
