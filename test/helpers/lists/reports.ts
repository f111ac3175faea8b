import { randomUUID } from 'node:crypto';
import { reportLinks, reportSchedules, reportTemplates } from '../../../db/schema/index.ts';
import { clientDb } from '../client-db.ts';
import { registerOperator } from '../operators.ts';
import type { Portal } from '../portal.ts';
import { storeReport } from '../reports.ts';
import { by, type ListOfTheApi, minutesAgo, numbers } from './filling.ts';

const LISTED = { name: 'Monthly report', sections: ['overview'], period: 'month' as const };
const asOperator: ListOfTheApi['reader'] = (_person, portal) => registerOperator(portal);

async function makeTemplate({ deps }: Pick<Portal, 'deps'>) {
  const [template] = await deps.database.accounts.insert(reportTemplates).values(LISTED).returning();
  if (!template) throw new Error('No template was stored.');
  return template.id;
}

const fillReports: ListOfTheApi['fill'] = async (portal, person, count, from) => {
  for (const n of numbers(count, from))
    await storeReport(portal, person, { sentAt: minutesAgo(n), createdAt: minutesAgo(n) });
};

/** The lists of reports that send themselves. */
export const REPORT_LISTS: ListOfTheApi[] = [
  { path: '/operator/reports', fill: fillReports, idsOf: by('id'), reader: asOperator },
  {
    path: '/operator/report-templates',
    fill: ({ deps }, _person, count, from) =>
      deps.database.accounts
        .insert(reportTemplates)
        .values(numbers(count, from).map((n) => ({ ...LISTED, createdAt: minutesAgo(n) }))),
    idsOf: by('id'),
    reader: asOperator,
  },
  {
    path: '/operator/report-schedules',
    async fill(portal, { orgId }, count, from) {
      const templateId = await makeTemplate(portal);
      const one = { templateId, clientIds: [orgId], every: 'month' as const, day: 1, hour: 8, review: true };
      await portal.deps.database.accounts
        .insert(reportSchedules)
        .values(numbers(count, from).map((n) => ({ ...one, createdAt: minutesAgo(n) })));
    },
    idsOf: by('id'),
    reader: asOperator,
  },
  { path: '/reports', fill: fillReports, idsOf: by('id') },
  {
    path: '/reports/{id}/links',
    within: (person, portal) => storeReport(portal, person),
    async fill(portal, person, count, from) {
      const [report] = (await person.get('/api/reports')).json().data;
      const expiresAt = new Date(Date.now() + 86_400_000);
      const one = { clientId: person.orgId, reportId: report.id as string, expiresAt };
      await clientDb(portal, person.orgId)
        .insert(reportLinks)
        .values(numbers(count, from).map((n) => ({ ...one, tokenHash: randomUUID(), createdAt: minutesAgo(n) })));
    },
    idsOf: by('id'),
  },
];
