import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { clientReports, users } from '../../db/schema/index.ts';
import { reportMails } from '../../routers/reports/deliver.ts';
import { makePlanned } from '../../routers/reports/make.ts';
import { sendDue } from '../../routers/reports/send.ts';
import { tellReviewers } from '../../routers/reports/tell-reviewers.ts';
import { clientDb } from './client-db.ts';
import { registerOperator } from './operators.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';

type Fields = Record<string, unknown>;

const created = (response: Awaited<ReturnType<Person['post']>>) => {
  if (response.statusCode !== 201) throw new Error(`Not created: ${response.body}`);
  return response.json().data;
};

export const TEMPLATE = { name: 'Monthly report', sections: ['overview', 'tasks'], period: 'month', language: 'en' };
export const MONTHLY = { every: 'month', day: 1, hour: 8, recipients: 'members' };

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
  /** Plans the reports of the next hour of a schedule. */
  const runPlanned = async ({ id }: { id: string }) => {
    const run = await operator.post(`/api/operator/report-schedules/${id}/run`);
    if (run.statusCode !== 202) throw new Error(`Not run: ${run.body}`);
  };
  const reportsOf = async (clientId: string) =>
    (await operator.get(`/api/operator/reports?clientId=${clientId}`)).json().data as Fields[];
  const show = async (id: unknown) => (await operator.get(`/api/operator/reports/${id}`)).json().data;
  return {
    operator,
    makeTemplate,
    makeSchedule,
    runPlanned,
    reportsOf,
    show,
    /** Makes the reports of the next hour of a new schedule for a client, and returns the one of this client. */
    async runFor({ orgId }: Pick<Person, 'orgId'>, fields: Fields = {}) {
      const schedule = await makeSchedule({ clients: { ids: [orgId] }, ...fields });
      await runPlanned(schedule);
      await workOffReports(portal);
      const [report] = await reportsOf(orgId);
      return { schedule, report: await show(report?.id) };
    },
  };
}

/** Stores a report of a client that was sent, unless the fields say otherwise, and returns its id. */
export async function storeReport(
  portal: Pick<Portal, 'deps'>,
  { orgId: clientId }: Pick<Person, 'orgId'>,
  fields: Partial<typeof clientReports.$inferInsert> = {},
) {
  const plan = { name: 'Monthly report', sections: ['overview'], kind: 'month' as const, language: 'en' as const };
  const nothing = { intro: null, subject: null, message: null, recipients: null, bcc: [] };
  const [stored] = await clientDb(portal, clientId)
    .insert(clientReports)
    .values({
      clientId,
      scheduleId: randomUUID(),
      plan: { ...plan, ...nothing },
      status: 'sent',
      review: false,
      periodFrom: '2026-01-01',
      periodTo: '2026-01-31',
      dueAt: new Date(),
      sendAt: new Date(),
      sentAt: new Date(),
      madeAt: new Date(),
      ...fields,
    })
    .returning({ id: clientReports.id });
  if (!stored) throw new Error('No report was stored.');
  return stored.id;
}
