import { and, arrayContains, count, eq } from 'drizzle-orm';
import { alerts, reportSchedules } from '../../../db/schema/index.ts';
import { ok, warning } from '../../../server/diagnosis.ts';
import { ofDatabase } from './of-database.ts';

/** Whether there is a mail server for the reports and alerts that somebody has set up. */
export const mailNeeded = ofDatabase('mail', async (database, { env }) => {
  if (env.SMTP_URL) return ok('SMTP_URL is set: reports and alerts are mailed.');
  const mailed = and(eq(alerts.muted, false), arrayContains(alerts.channels, ['mail']));
  const [schedules, [found]] = await Promise.all([
    database.accounts.$count(reportSchedules),
    database.asMaintenance().select({ alerts: count() }).from(alerts).where(mailed),
  ]);
  const waiting = [
    ...(schedules > 0 ? [schedules === 1 ? 'one schedule of reports' : `${schedules} schedules of reports`] : []),
    ...(found && found.alerts > 0 ? [found.alerts === 1 ? 'one alert' : `${found.alerts} alerts`] : []),
  ];
  return waiting.length === 0
    ? ok('No report and no alert needs a mail server.')
    : warning(`There is no mail server for ${waiting.join(' and ')}: mails are written into files. Set SMTP_URL.`);
});
