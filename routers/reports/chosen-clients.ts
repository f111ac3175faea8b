import { and, asc, eq, gt, inArray, isNull, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import type { AccountDb } from '../../db/handles.ts';
import { organizations, type reportSchedules } from '../../db/schema/index.ts';
import { reaches } from '../../server/identity/reach.ts';

type Schedule = Pick<
  typeof reportSchedules.$inferSelect,
  'allClients' | 'tags' | 'clientIds' | 'exceptIds' | 'operatorId'
>;

const { id, name, timezone, status, prospectUntil, tags, createdAt } = organizations;

/** Whether a client is one that a schedule is for: only active ones get reports, and no prospects. */
const isChosen = (schedule: Schedule): SQL | undefined =>
  and(
    eq(status, 'active'),
    isNull(prospectUntil),
    schedule.allClients ? undefined : schedule.tags ? sql`${tags} && ${makePgArray(schedule.tags)}::text[]` : undefined,
    schedule.clientIds ? inArray(id, schedule.clientIds) : undefined,
    schedule.exceptIds.length > 0 ? notInArray(id, schedule.exceptIds) : undefined,
    schedule.operatorId ? reaches(schedule.operatorId, id) : undefined,
  );

/** The time zones of the clients of a schedule. */
export async function zonesOf(db: AccountDb, schedule: Schedule) {
  const rows = await db.selectDistinct({ timezone }).from(organizations).where(isChosen(schedule)).limit(1000);
  return rows.map((row) => row.timezone);
}

const BATCH = 200;

/** The clients of a schedule in a time zone that there were at a moment, a batch at a time. */
export async function* clientsIn(db: AccountDb, schedule: Schedule, zone: string, at: Date) {
  for (let after: string | undefined; ; ) {
    const batch = await db
      .select({ id, name })
      .from(organizations)
      .where(and(isChosen(schedule), eq(timezone, zone), lte(createdAt, at), after ? gt(id, after) : undefined))
      .orderBy(asc(id))
      .limit(BATCH);
    if (batch.length > 0) yield batch;
    after = batch.at(-1)?.id;
    if (batch.length < BATCH) return;
  }
}
