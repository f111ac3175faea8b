import { asc, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { clientReports, organizations, reportSchedules } from '../../db/schema/index.ts';
import { DEMO_OPERATOR } from '../../demo/data/operator.ts';
import { reportPlanner } from '../../routers/reports/plan.ts';
import { plusDays } from '../../routers/values/days.ts';
import { seedDemoOf } from '../helpers/demo.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { agencyOf, workOffReports } from '../helpers/reports.ts';

const portal = portalForThisFile({ own: true });

const HOUR = 3_600_000;
const AGENCY = 'reports@lighthouselocal.example';

/** The days of the last full month. */
function lastMonth() {
  const to = plusDays(`${new Date().toISOString().slice(0, 8)}01`, -1);
  const from = `${to.slice(0, 8)}01`;
  return Array.from({ length: Number(to.slice(8)) }, (_, day) => plusDays(from, day));
}

const clockIn = (timeZone: string, moment: Date) =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(moment);

/** All reports, with the clock of their client when they are due. */
async function reports() {
  const rows = await portal.deps.database
    .asMaintenance()
    .select({ report: clientReports, timezone: organizations.timezone })
    .from(clientReports)
    .innerJoin(organizations, eq(organizations.id, clientReports.clientId))
    .orderBy(asc(clientReports.dueAt), asc(clientReports.id));
  return rows.map(({ report, timezone }) => ({ ...report, due: clockIn(timezone, report.dueAt) }));
}

it('plays a month of the demo agency: what is due, held, reviewed and sent', async () => {
  await seedDemoOf(portal);
  const { operator, show } = await agencyOf(portal);
  const { database } = portal.deps;
  await database.asMaintenance().delete(clientReports);
  await database.accounts.update(reportSchedules).set({ since: sql`${reportSchedules.createdAt}` });
  const schedules = await database.accounts.select().from(reportSchedules);
  const weekly = schedules.find(({ every }) => every === 'week');
  const monthly = schedules.find(({ every }) => every === 'month');
  const month = lastMonth();
  const { plan } = reportPlanner.open(portal.deps);
  /** When a report was first seen, and in which state. */
  const seen = new Map<string, { at: number; status: string }>();

  const start = Date.parse(month[0] ?? '');
  for (let now = start; now < start + month.length * 24 * HOUR; now += 12 * HOUR) {
    await plan(now);
    const waiting = (await reports()).filter(({ id }) => !seen.has(id));
    if (waiting.length === 0) continue;
    await workOffReports(portal);
    const ids = waiting.map(({ id }) => id);
    for (const { id, status } of (await reports()).filter((one) => ids.includes(one.id)))
      seen.set(id, { at: now, status });
    // The reviewer writes a line and lets each of them go.
    for (const { id } of waiting) {
      const at = `/api/operator/reports/${id}`;
      await operator.put(at, { notes: { overview: 'Read by us.' } });
      expect((await operator.post(`${at}/approve`)).statusCode).toBe(200);
    }
    await workOffReports(portal);
  }

  const due = (await reports()).filter((report) => month.includes(report.due.slice(0, 10)));
  const of = (schedule = weekly) => due.filter(({ scheduleId }) => scheduleId === schedule?.id);
  const weekdays = month.filter((day) => (new Date(day).getUTCDay() + 6) % 7 === (weekly?.day ?? 0) - 1);
  // Due: each week of both clients, and once the month before of one, all at 8 by the clock of the client.
  expect(of(weekly).map((report) => report.due)).toEqual(weekdays.flatMap((day) => [`${day} 08:00`, `${day} 08:00`]));
  expect(of(monthly)).toMatchObject([
    { due: `${month[0]} 08:00`, periodTo: plusDays(month[0] ?? '', -1), clientId: monthly?.clientIds?.[0] },
  ]);
  // Made: with a review 48 hours ahead, else when due, to half a day.
  const ahead = (report: { id: string; dueAt: Date }) =>
    (report.dueAt.getTime() - (seen.get(report.id)?.at ?? Number.NaN)) / HOUR;
  for (const report of of(weekly).filter(({ dueAt }) => dueAt.getTime() >= start + 48 * HOUR)) {
    expect(ahead(report)).toBeLessThanOrEqual(48);
    expect(ahead(report)).toBeGreaterThan(36);
  }
  expect(
    of(monthly)
      .map(ahead)
      .every((hours) => hours <= 0 && hours > -12),
  ).toBe(true);
  // Held: those of the client with a broken connection, the monthly one too, which nobody would have looked at.
  const isBroken = ({ clientId }: { clientId: string }) => clientId === monthly?.clientIds?.[0];
  expect(due.map((report) => seen.get(report.id)?.status)).toEqual(
    due.map((report) => (isBroken(report) ? 'held' : 'draft')),
  );
  const kinds = due
    .filter(isBroken)
    .flatMap(({ findings }) => (findings as { kind: string }[]).map(({ kind }) => kind));
  expect(kinds).toContain('broken_connection');
  // Sent, once somebody let them go: one mail for each report and recipient, with the PDF that is kept.
  expect(new Set(due.map(({ status }) => status))).toEqual(new Set(['sent']));
  const sent = (await reports()).filter(({ status }) => status === 'sent');
  const mails = await portal.mailTo(AGENCY);
  expect(mails).toHaveLength(sent.filter(({ scheduleId }) => scheduleId === weekly?.id).length);
  for (const report of await Promise.all(of(monthly).map(({ id }) => show(id)))) {
    expect(report.recipients.length).toBeGreaterThan(0);
    expect(report.recipients.every(({ sentAt }: { sentAt: string | null }) => sentAt !== null)).toBe(true);
  }
  // Told: who made the schedules, by one mail for the reports of a schedule and a day.
  const told = (await portal.mailTo(DEMO_OPERATOR)).filter(({ subject }) => subject?.includes('wait for your review'));
  const days = (await reports()).map(({ scheduleId, dueAt }) => `${scheduleId} ${dueAt.toISOString().slice(0, 10)}`);
  expect(told).toHaveLength(new Set(days).size);
});
