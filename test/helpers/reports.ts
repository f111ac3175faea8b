import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { reportMails } from '../../routers/reports/deliver.ts';
import { makePlanned } from '../../routers/reports/make.ts';
import { sendDue } from '../../routers/reports/send.ts';
import { tellReviewers } from '../../routers/reports/tell-reviewers.ts';
import { registerOperator } from './operators.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';

type Fields = Record<string, unknown>;

const created = (response: Awaited<ReturnType<Person['post']>>) => {
  if (response.statusCode !== 201) throw new Error(`Not created: ${response.body}`);
  return response.json().data;
};

export const TEMPLATE = { name: 'Monthly report', sections: ['overview', 'tasks'], period: 'month', language: 'en' };
const MONTHLY = { every: 'month', day: 1, hour: 8, recipients: 'members' };

/** Does what the portal does every few seconds: prints, sends and mails what is planned. */
export async function workOffReports({ deps }: Pick<Portal, 'deps'>) {
  await makePlanned(deps);
  await sendDue(deps);
  await deps.use(reportMails).sendDue();
  await tellReviewers(deps);
}

/** Verifies the address of an account, as its owner. */
export const verify = ({ deps }: Pick<Portal, 'deps'>, { userId }: Pick<Person, 'userId'>) =>
  deps.database.accounts.update(users).set({ emailVerified: true, verifiedByLink: false }).where(eq(users.id, userId));

/** An agency with what it needs to send reports. */
export async function agencyOf(portal: Portal) {
  const operator = await registerOperator(portal);
  await verify(portal, operator);
  const makeTemplate = async (fields: Fields = {}) =>
    created(await operator.post('/api/operator/report-templates', { ...TEMPLATE, ...fields }));
  const makeSchedule = async (fields: Fields) => {
    const templateId = fields.templateId ?? (await makeTemplate()).id;
    return created(await operator.post('/api/operator/report-schedules', { ...MONTHLY, templateId, ...fields }));
  };
  const reportsOf = async (clientId: string) =>
    (await operator.get(`/api/operator/reports?clientId=${clientId}`)).json().data as Fields[];
  const show = async (id: unknown) => (await operator.get(`/api/operator/reports/${id}`)).json().data;
  return {
    operator,
    makeTemplate,
    makeSchedule,
    reportsOf,
    show,
    /** Makes the reports of the next hour of a new schedule for a client, and returns the one of this client. */
    async runFor({ orgId }: Pick<Person, 'orgId'>, fields: Fields = {}) {
      const schedule = await makeSchedule({ clients: { ids: [orgId] }, ...fields });
      const run = await operator.post(`/api/operator/report-schedules/${schedule.id}/run`);
      if (run.statusCode !== 202) throw new Error(`Not run: ${run.body}`);
      await workOffReports(portal);
      const [report] = await reportsOf(orgId);
      return { schedule, report: await show(report?.id) };
    },
  };
}
