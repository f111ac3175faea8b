import { asc, eq } from 'drizzle-orm';
import type { AccountDb, MaintenanceDb } from '../../db/handles.ts';
import { clientReports, type ReportPlan, reportSchedules, reportTemplates } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { days, hours } from '../../server/durations.ts';
import { service } from '../../server/services.ts';
import { zonesInUse } from '../values/zones-in-use.ts';
import { clientsIn, zonesOf } from './chosen-clients.ts';
import { type Due, dueAfter, dueUpTo, periodBefore } from './due.ts';
import { MOST_SCHEDULES } from './settings.ts';

/** How long before they are due drafts are made for their reviewer. */
const LEAD = hours(48);
/** Hours that passed while no process ran are made up for as long. */
const CATCH_UP = days(1);

/** A schedule with its template. */
export interface PlannedSchedule {
  schedule: typeof reportSchedules.$inferSelect;
  template: typeof reportTemplates.$inferSelect;
}

/** Reads schedules with their templates, or one of them. */
export const readPlannedSchedules = (db: AccountDb, id?: string): Promise<PlannedSchedule[]> =>
  db
    .select({ schedule: reportSchedules, template: reportTemplates })
    .from(reportSchedules)
    .innerJoin(reportTemplates, eq(reportTemplates.id, reportSchedules.templateId))
    .where(id === undefined ? undefined : eq(reportSchedules.id, id))
    .orderBy(asc(reportSchedules.id))
    .limit(MOST_SCHEDULES);

const planOf = ({ schedule, template }: PlannedSchedule): ReportPlan => ({
  name: template.name,
  sections: template.sections,
  kind: template.period,
  language: template.language,
  intro: template.intro,
  subject: schedule.subject,
  message: schedule.message,
  recipients: schedule.recipients,
  bcc: schedule.bcc,
});

/** Plans the reports of some clients: of several processes, one plans each. Returns how many are new. */
async function insertReports(
  db: MaintenanceDb,
  planned: PlannedSchedule,
  due: Due,
  clients: { id: string }[],
  sendAt: Date,
) {
  const { schedule, template } = planned;
  const period = periodBefore(due.day, template.period);
  const rows = await db
    .insert(clientReports)
    .values(
      clients.map(({ id: clientId }) => ({
        clientId,
        scheduleId: schedule.id,
        plan: planOf(planned),
        status: schedule.review ? ('draft' as const) : ('approved' as const),
        review: schedule.review,
        periodFrom: period.from,
        periodTo: period.to,
        dueAt: due.at,
        sendAt,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: clientReports.id });
  return rows.length;
}

/** Plans the reports that have become due, and of those that somebody reviews the ones of the next two days. */
export const reportPlanner = service(({ database }: Deps) => {
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
        await insertReports(database.asMaintenance(), one, due, clients, due.at);
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
export async function runNow({ database }: Pick<Deps, 'database'>, planned: PlannedSchedule, now = new Date()) {
  const clients = await nextRunClients(database.accounts, planned.schedule, now);
  let made = 0;
  for (const of of Map.groupBy(clients, ({ due }) => due.at.getTime()).values()) {
    const due = of[0]?.due;
    if (due)
      made += await insertReports(database.asMaintenance(), planned, due, of, planned.schedule.review ? due.at : now);
  }
  return made;
}
