import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { MaintenanceDb } from '../../db/handles.ts';
import { notices, organizations } from '../../db/schema/index.ts';
import { zoneInUse } from '../../db/time-zone.ts';
import { service } from '../../server/services.ts';
import { clientsWithUnnotifiedGoals, emitOverdueGoals } from '../dashboard/public.ts';
import { formatDateIn } from '../values/date-formats.ts';
import { todayIn } from '../values/days.ts';
import { zonesInUse } from '../values/zones-in-use.ts';

const HOUR = 8;
const BATCH = 200;

const hourIn = (timezone: string, now: Date) => Number(formatDateIn('en', timezone, 'hour', now));
const isMonday = (day: string) => new Date(day).getUTCDay() === 1;

const note = (db: MaintenanceDb, kind: 'weeklyDigest' | 'overdueGoals', subject: string, clientIds: string[]) =>
  db
    .insert(notices)
    .values(clientIds.map((clientId) => ({ clientId, kind, subject })))
    .onConflictDoNothing()
    .returning({ clientId: notices.clientId });

/** Notes for each organization of a zone what its people shall hear today. The unique subject keeps it single. */
async function noteDay(database: Database, timezone: string, day: string) {
  const maintenance = database.asMaintenance();
  const morning = { day, at: sql`(${day}::date + ${`${HOUR} hours`}::interval) at time zone ${timezone}::text` };
  const { id } = organizations;
  let after: string | undefined;
  do {
    const batch = await database.accounts
      .select({ id })
      .from(organizations)
      .where(and(eq(organizations.timezone, timezone), after ? gt(id, after) : undefined))
      .orderBy(asc(id))
      .limit(BATCH);
    if (batch.length === 0) return;
    const clientIds = batch.map((organization) => organization.id);
    if (isMonday(day)) await note(maintenance, 'weeklyDigest', day, clientIds);
    for (const { clientId } of await clientsWithUnnotifiedGoals(maintenance, clientIds, morning))
      await maintenance.transaction(async (tx) => {
        // One mail a day: goals that became overdue after it wait for the next morning.
        const noted = await note(tx, 'overdueGoals', day, [clientId]);
        if (noted.length > 0) await emitOverdueGoals(tx, { clientId }, morning);
      });
    after = batch.length === BATCH ? clientIds.at(-1) : undefined;
  } while (after);
}

/**
 * Notes what is told at 8 in the morning, by the clock of each organization: the weekly digest on Mondays, and goals
 * that became overdue, to webhooks too. A process that was down at 8 does it later on the same day.
 */
export const morningNotices = service(({ database }) => {
  // The last day that this process has noted for a zone, so that the rest of the day costs nothing.
  const noted = new Map<string, string>();
  return {
    async note(now = new Date()) {
      for (const zone of await zonesInUse(database.accounts)) {
        const day = todayIn(zoneInUse(zone), now);
        if (hourIn(zoneInUse(zone), now) < HOUR || noted.get(zone) === day) continue;
        await noteDay(database, zone, day);
        noted.set(zone, day);
      }
    },
  };
});
