import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { reportLinks, reportSchedules, reportTemplates } from '../../db/schema/index.ts';
import { MOST_SCHEDULES, MOST_TEMPLATES } from '../../routers/reports/settings.ts';
import { clientDb } from './client-db.ts';
import { registerOperator } from './operators.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';
import { agencyOf, MONTHLY, storeReport, TEMPLATE } from './reports.ts';

const MOST_LINKS = 100;
const LISTED = { name: TEMPLATE.name, sections: TEMPLATE.sections, period: 'month' as const };
const TIMES = { every: 'month', day: 1, hour: 8 } as const;

const accountsOf = ({ deps }: Portal) => deps.database.accounts;

/** An operator’s call about a report that was sent. */
async function onSent(admin: Person, on: Portal, verb: 'POST' | 'PUT', path: string, body?: object) {
  const id = await storeReport(on, admin);
  return (await registerOperator(on)).send(verb, `/api/operator/reports/${id}${path}`, body);
}

async function templateInUse(on: Portal) {
  const { operator, makeTemplate, makeSchedule } = await agencyOf(on);
  const { id } = await makeTemplate();
  const schedule = await makeSchedule({ templateId: id, clients: { ids: [operator.orgId] } });
  const answer = await operator.del(`/api/operator/report-templates/${id}`);
  await operator.del(`/api/operator/report-schedules/${schedule.id}`);
  return answer;
}

/** As many as there may be, and one more; other files of the worker find none of them. */
async function oneTemplateTooMany(on: Portal) {
  const many = Array.from({ length: MOST_TEMPLATES }, () => LISTED);
  const made = await accountsOf(on).insert(reportTemplates).values(many).returning({ id: reportTemplates.id });
  const answer = await (await registerOperator(on)).post('/api/operator/report-templates', TEMPLATE);
  const ids = made.map(({ id }) => id);
  await accountsOf(on).delete(reportTemplates).where(inArray(reportTemplates.id, ids));
  return answer;
}

async function oneScheduleTooMany(on: Portal) {
  const { operator, makeTemplate } = await agencyOf(on);
  const { id: templateId } = await makeTemplate();
  const one = { ...TIMES, templateId, clientIds: [operator.orgId], review: true };
  await accountsOf(on)
    .insert(reportSchedules)
    .values(Array.from({ length: MOST_SCHEDULES }, () => one));
  const wanted = { ...MONTHLY, templateId, clients: { ids: [operator.orgId] } };
  const answer = await operator.post('/api/operator/report-schedules', wanted);
  await accountsOf(on).delete(reportSchedules).where(eq(reportSchedules.templateId, templateId));
  return answer;
}

async function oneLinkTooMany(admin: Person, on: Portal) {
  const reportId = await storeReport(on, admin);
  const expiresAt = new Date(Date.now() + 86_400_000);
  await clientDb(on, admin.orgId)
    .insert(reportLinks)
    .values(
      Array.from({ length: MOST_LINKS }, () => ({
        clientId: admin.orgId,
        reportId,
        tokenHash: randomUUID(),
        expiresAt,
      })),
    );
  return admin.post(`/api/reports/${reportId}/links`, {});
}

/** What provokes the conflicts of reports that send themselves. */
export const REPORT_CONFLICTS: Record<
  string,
  [code: string, provoke: (admin: Person, on: Portal) => ReturnType<Person['get']>]
> = {
  'DELETE /operator/report-templates/{id}': ['INVALID_TRANSITION', (_admin, on) => templateInUse(on)],
  'POST /operator/report-templates': ['INVALID_TRANSITION', (_admin, on) => oneTemplateTooMany(on)],
  'POST /operator/report-schedules': ['INVALID_TRANSITION', (_admin, on) => oneScheduleTooMany(on)],
  'PUT /operator/reports/{id}': [
    'INVALID_TRANSITION',
    (admin, on) => onSent(admin, on, 'PUT', '', { notes: { overview: 'Late.' } }),
  ],
  'POST /operator/reports/{id}/hold': ['INVALID_TRANSITION', (admin, on) => onSent(admin, on, 'POST', '/hold', {})],
  'POST /operator/reports/{id}/send': ['INVALID_TRANSITION', (admin, on) => onSent(admin, on, 'POST', '/send')],
  'POST /reports/{id}/links': ['INVALID_TRANSITION', oneLinkTooMany],
};
