import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/handles.ts';
import { organizations } from '../../db/schema/index.ts';

/** The time zones of organizations: one step in the index for each, however many organizations there are. */
export async function zonesInUse(db: Executor) {
  const zones = await db.execute<{ zone: string }>(sql`
    with recursive zones as (
      select min(${organizations.timezone}) as zone from ${organizations}
      union all
      select (select min(${organizations.timezone}) from ${organizations} where ${organizations.timezone} > zones.zone)
      from zones where zones.zone is not null)
    select zone from zones where zone is not null`);
  return zones.map(({ zone }) => zone);
}
