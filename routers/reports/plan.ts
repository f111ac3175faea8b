import { asc, eq } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { reportSchedules, reportTemplates } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { days, hours } from '../../server/durations.ts';
import { service } from '../../server/services.ts';
import { zonesInUse } from '../values/zones-in-use.ts';
import { clientsIn, zonesOf } from './chosen-clients.ts';
import { type Due, dueAfter, dueUpTo } from './due.ts';
import { type Inserting, insertReports, type PlannedSchedule } from './insert.ts';
import { MOST_SCHEDULES } from './settings.ts';

/** How long before they are due drafts are made for their reviewer. */
const LEAD = hours(48);
/** Hours that passed while no process ran are made up for as long. */
const CATCH_UP = days(1);

/** Reads schedules with their templates, or one of them. */
export const readPlannedSchedules = (db: AccountDb, id?: string): Promise<PlannedSchedule[]> =>
  db
    .select({ schedule: reportSchedules, template: reportTemplates })
    .from(reportSchedules)
    .innerJoin(reportTemplates, eq(reportTemplates.id, reportSchedules.templateId))
    .where(id === undefined ? undefined : eq(reportSchedules.id, id))
    .orderBy(asc(reportSchedules.id))
    .limit(MOST_SCHEDULES);

/** Plans the reports that have become due, and of those that somebody reviews the ones of the next two days. */
export const reportPlanner = service((deps: Deps) => {
  const { database } = deps;
  // The last hour of each schedule and zone that this process has planned: the rest of the period costs nothing.
  const planned = new Map<string, number>();

  async function planIn(zone: string, one: PlannedSchedule, now: number) {
    const { schedule } = one;
    const due = dueUpTo(schedule, zone, new Date(now + (schedule.review ? LEAD : 0)));
    const key = `${schedule.id} ${schedule.updatedAt.getTime()} ${one.template.updatedAt.getTime()} ${zone}`;
    if (planned.get(key) === due.at.getTime()) return;
    const isOver = due.at <= schedule.since || due.at.getTime() < now - CATCH_UP;
    if (!isOver)
      for await (const clients of clientsIn(database.accounts, schedule, zone, new Date(now)))
        await insertReports(deps, one, { due, clients, sendAt: due.at });
    planned.set(key, due.at.getTime());
  }

  return {
    async plan(now = Date.now()) {
      const schedules = await readPlannedSchedules(database.accounts);
      const zones = schedules.length > 0 ? await zonesInUse(database.accounts) : [];
      for (const one of schedules) for (const zone of zones) await planIn(zone, one, now);
    },
  };
});

/** When a schedule is due next for any of its clients; null for none. */
export async function nextRunOf(db: AccountDb, schedule: PlannedSchedule['schedule'], now = new Date()) {
  const zones = await zonesOf(db, schedule);
  const times = zones.map((zone) => dueAfter(schedule, zone, now).at.getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/** What a schedule would make at its next hour: each client whose clock reaches it on the same day. */
export async function nextRunClients(db: AccountDb, schedule: PlannedSchedule['schedule'], now = new Date()) {
  const zones = await zonesOf(db, schedule);
  const found = zones.map((zone) => ({ zone, due: dueAfter(schedule, zone, now) }));
  const [first] = found.map(({ due }) => due.day).sort();
  const clients: { id: string; name: string; due: Due }[] = [];
  for (const { zone, due } of found.filter(({ due }) => due.day === first))
    for await (const batch of clientsIn(db, schedule, zone, now))
      clients.push(...batch.map((client) => ({ ...client, due })));
  return clients;
}

/** Plans the reports of the next hour of a schedule at once. Those without a review are sent when they are made. */
export async function runNow(deps: Inserting, planned: PlannedSchedule, now = new Date()) {
  const clients = await nextRunClients(deps.database.accounts, planned.schedule, now);
  let made = 0;
  for (const of of Map.groupBy(clients, ({ due }) => due.at.getTime()).values()) {
    const due = of[0]?.due;
    const sendAt = planned.schedule.review ? due?.at : now;
    if (due && sendAt) made += await insertReports(deps, planned, { due, clients: of, sendAt });
  }
  return made;
}
