import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Executor } from '../../../db/handles.ts';
import { seconds } from '../../../server/durations.ts';
import { ARCHIVES } from './settings.ts';

/** Waits until fewer archives than allowed were begun before this job, by any process, and are still being made. */
export async function waitForPlace(db: Executor, jobId: string, signal?: AbortSignal) {
  for (;;) {
    const [found] = await db.execute<{ before: number }>(sql`
      select count(*)::int as before from pgboss.job where name = 'client-exports' and state = 'active'
        and (started_on, id) < (select started_on, id from pgboss.job where name = 'client-exports' and id = ${jobId}::uuid)`);
    if (!found || found.before < ARCHIVES.atOnce) return;
    await pause(seconds(3), undefined, signal && { signal });
  }
}
