import { randomUUIDv7 } from 'node:crypto';
import type { AccountDb, MaintenanceDb } from '../../db/handles.ts';
import { clientReports, type ReportPlan, reportSchedules, reportTemplates } from '../../db/schema/index.ts';
import { daysAgo, momentAgo, weekday, ZONE } from './calendar.ts';
import { offsetOf } from './local-time.ts';

const HOUR = 8;
const SINCE = 80;
const AGENCY = ['reports@lighthouselocal.example'];

const MONTHLY = {
  name: 'Monthly report',
  sections: ['overview', 'website', 'search', 'reviews', 'ai_search', 'competitors', 'listings', 'goals', 'tasks'],
  period: 'month' as const,
  intro: 'Thank you for working with us. This is what we did last month, and what it brought.',
};
const WEEKLY = {
  name: 'Weekly figures',
  sections: ['overview', 'scores', 'website', 'search', 'tasks'],
  period: 'week' as const,
  intro: null,
};

/** 8 o’clock of a day by the clock of the demo organization. */
const dueOn = (day: string) => new Date(`${day}T08:00:00${offsetOf(ZONE, new Date(`${day}T12:00:00Z`))}`);

const dayBefore = (day: string, days = 1) => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/** The first of this month, or of the one before while its report is not due yet. */
function lastMonthlyDue(now: Date) {
  const first = `${daysAgo(now, 0).slice(0, 8)}01`;
  return dueOn(first) <= now ? first : `${dayBefore(first).slice(0, 8)}01`;
}

interface Planned {
  scheduleId: string;
  plan: ReportPlan;
}

/** Templates and schedules of the operator for a client: every month without, every week with a review. */
export async function seedReportSchedules(
  tx: AccountDb,
  operatorId: string,
  [clientId, neighbourId]: [string, string],
  now: Date,
) {
  const createdAt = momentAgo(now, SINCE);
  // Weekly reports are due tomorrow, whatever day that is, so that one waits for its review.
  const tomorrow = weekday(daysAgo(now, -1)) + 1;
  const plans: Planned[] = [];
  for (const { template, day, ...more } of [
    { template: MONTHLY, day: 1, clientIds: [clientId], recipients: null, review: false },
    // To the agency itself, so that nobody is written to whom the demo invented.
    { template: WEEKLY, day: tomorrow, clientIds: [clientId, neighbourId], recipients: AGENCY, review: true },
  ]) {
    const [templateId, scheduleId] = [randomUUIDv7(), randomUUIDv7()];
    const { period: every, ...shown } = template;
    await tx.insert(reportTemplates).values({ ...template, id: templateId, createdAt });
    await tx
      .insert(reportSchedules)
      .values({ ...more, id: scheduleId, templateId, every, day, hour: HOUR, createdBy: operatorId, createdAt });
    const usual = { language: null, subject: null, message: null, bcc: [] };
    plans.push({ scheduleId, plan: { ...shown, ...usual, kind: every, recipients: more.recipients } });
  }
  return plans;
}

/**
 * Reports of the demo organization and a neighbour: one that the portal prints and sends as soon as it runs, and drafts
 * that wait for their review.
 */
export async function seedReports(
  db: MaintenanceDb,
  [clientId, neighbourId]: [string, string],
  [monthly, weekly]: Planned[],
  now: Date,
) {
  if (!monthly || !weekly) throw new Error('The schedules of the demo are missing.');
  const first = lastMonthlyDue(now);
  const month = dayBefore(first);
  const tomorrow = daysAgo(now, -1);
  const sunday = dayBefore(tomorrow, weekday(tomorrow) + 1);
  const week = { periodFrom: dayBefore(sunday, 6), periodTo: sunday, dueAt: dueOn(tomorrow), sendAt: dueOn(tomorrow) };
  await db.insert(clientReports).values([
    {
      ...monthly,
      clientId,
      status: 'approved',
      review: false,
      periodFrom: `${month.slice(0, 8)}01`,
      periodTo: month,
      dueAt: dueOn(first),
      sendAt: dueOn(first),
      createdAt: dueOn(first),
      countedAt: dueOn(first),
      // Whatever the connections of the demo say.
      cleared: true,
    },
    {
      ...weekly,
      ...week,
      clientId,
      review: true,
      countedAt: now,
      notes: { website: 'Online booking at the top of every page shows: visitors find it, and use it.' },
    },
    { ...weekly, ...week, clientId: neighbourId, review: true, countedAt: now },
  ]);
}
