import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { MaintenanceDb, TenantDb } from '../../db/handles.ts';
import { goals } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { plusDays } from '../values/days.ts';
import { emit } from '../webhooks/public.ts';
import { goalOverdue } from './events.ts';
import { UNFINISHED } from './figures/goals.ts';

const { clientId, id, externalId, status, deadline, overdueToldOn } = goals;

/**
 * How long a passed deadline is news: a portal that was down tells it later, and old goals of an import are not told.
 */
const NEWS_DAYS = 7;
/** Goals of one statement. */
const BATCH = 500;

const isOverdue = (day: string) => and(inArray(status, [...UNFINISHED]), lt(deadline, day));

/** A morning: the day, and the moment at which it is told. */
export interface Morning {
  day: string;
  at: SQL;
}

const isUnnotified = ({ day, at }: Morning) =>
  and(
    isOverdue(day),
    // What somebody set since is told the next morning, also by a process that starts later on the day.
    sql`${goals.updatedAt} < ${at}`,
    gte(deadline, plusDays(day, -NEWS_DAYS)),
    sql`(${overdueToldOn} is null or ${overdueToldOn} <= ${deadline})`,
  );

/** The clients among `clientIds` with overdue goals of which nobody was told by a day in their time zone. */
export const clientsWithUnnotifiedGoals = (db: MaintenanceDb, clientIds: string[], morning: Morning) =>
  db
    .selectDistinct({ clientId })
    .from(goals)
    .where(and(inArray(clientId, clientIds), isUnnotified(morning)));

/** Marks the overdue goals of a client as told on a day, and tells its webhooks. */
export async function emitOverdueGoals(tx: MaintenanceDb, client: { clientId: string }, morning: Morning) {
  for (;;) {
    // Locked in the order in which ingestion locks them.
    const next = tx
      .select({ id })
      .from(goals)
      .where(and(eq(clientId, client.clientId), isUnnotified(morning)))
      .orderBy(externalId)
      .limit(BATCH)
      .for('no key update');
    const rows = await tx
      .update(goals)
      .set({ overdueToldOn: morning.day, updatedAt: sql`${goals.updatedAt}` })
      .where(and(eq(clientId, client.clientId), inArray(id, next)))
      .returning();
    if (rows.length === 0) return;
    await emit(tx, client, ...rows.map(goalOverdue));
  }
}

/** The titles of the goals that were told as overdue on a day and still are. */
export const readNotifiedGoals = (db: TenantDb, tenant: Tenant, day: string, atMost: number) =>
  db
    .select({ title: goals.title })
    .from(goals)
    .where(ownedBy(tenant, goals, isOverdue(day), eq(overdueToldOn, day)))
    .orderBy(goals.priority, goals.title, id)
    .limit(atMost);
