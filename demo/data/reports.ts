import { randomUUIDv7 } from 'node:crypto';
import type { AccountDb, TenantDb } from '../../db/handles.ts';
import { clientReports, type ReportPlan, reportSchedules, reportTemplates } from '../../db/schema/index.ts';
import { daysAgo, momentAgo, weekday, ZONE } from './calendar.ts';
import { offsetOf } from './local-time.ts';

const HOUR = 8;
const SINCE = 80;

const MONTHLY = {
  name: 'Monthly report',
  sections: ['overview', 'website', 'search', 'reviews', 'ai_search', 'competitors', 'listings', 'goals', 'tasks'],
  period: 'month' as const,
  intro: 'Thank you for working with us. This is what we did last month, and what it brought.',
};
const WEEKLY = {
  name: 'Weekly figures',
  sections: ['overview', 'website', 'search', 'tasks'],
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
export async function seedReportSchedules(tx: AccountDb, operatorId: string, clientId: string, now: Date) {
  const createdAt = momentAgo(now, SINCE);
  // Weekly reports are due tomorrow, whatever day that is, so that one waits for its review.
  const tomorrow = weekday(daysAgo(now, -1)) + 1;
  const plans: Planned[] = [];
  for (const { template, day } of [
    { template: MONTHLY, day: 1 },
    { template: WEEKLY, day: tomorrow },
  ]) {
    const [templateId, scheduleId] = [randomUUIDv7(), randomUUIDv7()];
    const { period: every, ...shown } = template;
    await tx.insert(reportTemplates).values({ ...template, id: templateId, createdAt });
    await tx.insert(reportSchedules).values({
      id: scheduleId,
      templateId,
      clientIds: [clientId],
      every,
      day,
      hour: HOUR,
      review: template === WEEKLY,
      createdBy: operatorId,
      createdAt,
    });
    const usual = { language: null, subject: null, message: null, recipients: null, bcc: [] };
    plans.push({ scheduleId, plan: { ...shown, ...usual, kind: every } });
  }
  return plans;
}

/**
 * Two reports of the demo organization: one that the portal prints and sends as soon as it runs, and a draft that waits
 * for its review.
 */
export async function seedReports(db: TenantDb, clientId: string, [monthly, weekly]: Planned[], now: Date) {
  if (!monthly || !weekly) throw new Error('The schedules of the demo are missing.');
  const first = lastMonthlyDue(now);
  const month = dayBefore(first);
  const tomorrow = daysAgo(now, -1);
  const sunday = dayBefore(tomorrow, weekday(tomorrow) + 1);
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
      // Whatever the connections of the demo say.
      cleared: true,
    },
    {
      ...weekly,
      clientId,
      status: 'draft',
      review: true,
      periodFrom: dayBefore(sunday, 6),
      periodTo: sunday,
      dueAt: dueOn(tomorrow),
      sendAt: dueOn(tomorrow),
      notes: { website: 'Online booking at the top of every page shows: visitors find it, and use it.' },
    },
  ]);
}
