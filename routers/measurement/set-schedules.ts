import { sql } from 'drizzle-orm';
import type { Reach } from '../../db/handles.ts';
import { measurements } from '../../db/schema/index.ts';
import { service } from '../../server/services.ts';
import { nextRunAfter, type Schedule } from './next-run.ts';

/** A client, and the time zone that its schedule is read in. */
interface Scheduled {
  id: string;
  timezone: string;
}

export const measurementSchedules = service(({ database }) => ({
  /** Gives several clients one schedule, all or none. A measurement that is off stays off. */
  async setAll(reach: Reach, clients: Scheduled[], { every, weekday, day, hour }: Schedule) {
    const zones = [...new Set(clients.map(({ timezone }) => timezone))];
    const next = new Map(zones.map((zone) => [zone, nextRunAfter({ every, weekday, day, hour }, zone).toISOString()]));
    const rows = sql.join(
      clients.map(({ id, timezone }) => sql`(${id}::uuid, ${next.get(timezone)}::timestamptz)`),
      sql`, `,
    );
    await database.within(reach).clients.transaction(async (tx) => {
      await tx
        .insert(measurements)
        .values(clients.map(({ id }) => ({ clientId: id })))
        .onConflictDoNothing();
      await tx.execute(sql`
        update ${measurements}
        set every = ${every}, weekday = ${weekday}, day = ${day}, hour = ${hour},
          next_run_at = case when enabled then next end
        from (values ${rows}) as scheduled (id, next)
        where client_id = scheduled.id`);
    });
  },
}));
