import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { eraseAfterGrace } from '../helpers/archives.ts';
import { filesWithText, tablesWithText } from '../helpers/marks.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { agencyOf, storeReport, TEMPLATE, verify, workOffReports } from '../helpers/reports.ts';

const portal = portalForThisFile({ own: true });
let agency: Awaited<ReturnType<typeof agencyOf>>;
beforeAll(async () => {
  agency = await agencyOf(portal);
});

async function client(fields: { orgName: string; email?: string }) {
  const person = await portal.register(fields);
  await verify(portal, person);
  return person;
}

const statusOf = async ({ orgId }: Person) => (await agency.reportsOf(orgId)).map(({ status }) => status);
const reportMailsTo = async ({ email }: Person) =>
  (await portal.mailTo(email)).filter(({ attachments }) => attachments.length > 0);

it('a client that is suspended, or is going to be erased, is sent nothing until it is active again', async () => {
  const [suspended, erasing] = [await client({ orgName: 'Suspended' }), await client({ orgName: 'Erasing' })];
  const schedule = await agency.makeSchedule({ clients: { ids: [suspended.orgId, erasing.orgId] } });
  const at = ({ orgId }: Person) => `/api/operator/clients/${orgId}`;
  await agency.runPlanned(schedule);
  await agency.operator.post(`${at(suspended)}/suspend`, { reason: 'Late.' });
  await agency.operator.post(`${at(erasing)}/erase`, { name: 'Erasing' });

  await workOffReports(portal);
  const waiting = await Promise.all([suspended, erasing].map(statusOf));
  const none = await Promise.all([suspended, erasing].map(reportMailsTo));
  await agency.operator.post(`${at(suspended)}/resume`, { reason: 'Paid.' });
  await agency.operator.post(`${at(erasing)}/keep`);
  await workOffReports(portal);

  expect(waiting).toEqual([['approved'], ['approved']]);
  expect(none).toEqual([[], []]);
  expect(await Promise.all([suspended, erasing].map(statusOf))).toEqual([['sent'], ['sent']]);
});

it('an erased client leaves no address in the schedules, plans and mails of others', async () => {
  const mark = `mark-${randomUUID()}`;
  const erased = await client({ orgName: mark, email: `owner-${mark}@example.com` });
  const other = await client({ orgName: 'Kept' });
  const addresses = { recipients: [other.email, erased.email], bcc: [erased.email] };
  const { report, schedule } = await agency.runFor(other, addresses);
  const { report: draft } = await agency.runFor(other, { ...addresses, review: true });
  await agency.runFor(erased);
  await agency.makeSchedule({ clients: { ids: [erased.orgId] } });
  await agency.operator.put(`/api/operator/report-schedules/${schedule.id}`, {
    clients: { ids: [other.orgId, erased.orgId] },
  });

  await agency.operator.post(`/api/operator/clients/${erased.orgId}/erase`, { name: mark });
  await eraseAfterGrace(portal, erased);
  await agency.operator.post(`/api/operator/reports/${draft.id}/approve`);
  await agency.operator.post(`/api/operator/reports/${draft.id}/send`);

  const schedules = (await agency.operator.get('/api/operator/report-schedules')).json().data;
  expect(schedules.find(({ id }: { id: string }) => id === schedule.id)).toMatchObject({
    clients: { ids: [other.orgId] },
    recipients: [other.email],
    bcc: [],
  });
  expect((await agency.show(report.id)).recipients).toMatchObject([{ email: other.email }]);
  expect((await agency.show(draft.id)).recipients).toMatchObject([{ email: other.email }]);
  expect(await tablesWithText(portal, mark)).toEqual([]);
  expect(await filesWithText(portal, mark)).toEqual([]);
});

it('a client without any data gets a report with every section', async () => {
  const empty = await client({ orgName: 'Empty' });
  const sections = ['overview', 'scores', 'ai_search', 'competitors', 'website', 'search', 'reviews', 'listings'];
  const { id: templateId } = await agency.makeTemplate({ sections: [...sections, 'goals', 'tasks', 'content'] });

  const { report } = await agency.runFor(empty, { templateId });

  expect(report).toMatchObject({ status: 'sent', pdf: { filename: expect.any(String) } });
});

it('what is planned keeps its template, when schedule and template are deleted', async () => {
  const person = await client({ orgName: 'Planned' });
  const template = await agency.makeTemplate({ name: 'Of long ago' });
  const schedule = await agency.makeSchedule({
    templateId: template.id,
    clients: { ids: [person.orgId] },
    review: true,
  });
  await agency.runPlanned(schedule);
  const [{ id } = { id: '' }] = await agency.reportsOf(person.orgId);
  await agency.operator.del(`/api/operator/report-schedules/${schedule.id}`);
  const gone = await agency.operator.del(`/api/operator/report-templates/${template.id}`);

  await workOffReports(portal);
  await agency.operator.post(`/api/operator/reports/${id}/approve`);
  const sent = await agency.operator.post(`/api/operator/reports/${id}/send`);

  expect(gone.statusCode).toBe(200);
  expect(sent.json().data).toMatchObject({ status: 'sent', name: 'Of long ago', sections: TEMPLATE.sections });
});

it('two processes that print, send and mail at once send each recipient one mail', async () => {
  const person = await client({ orgName: 'Twice' });
  const schedule = await agency.makeSchedule({ clients: { ids: [person.orgId] }, bcc: ['twice@agency.example'] });
  await Promise.all([agency.runPlanned(schedule), agency.runPlanned(schedule)]);

  await Promise.all([workOffReports(portal), workOffReports(portal)]);
  // Whoever printed it second may have found it taken: what is left is done by the next round.
  await workOffReports(portal);

  expect(await statusOf(person)).toEqual(['sent']);
  expect(await reportMailsTo(person)).toHaveLength(1);
  expect(await portal.mailTo('twice@agency.example')).toHaveLength(1);
});

it('a report of another client is not found by a member, in any way', async () => {
  const [mine, stranger] = [await client({ orgName: 'Mine' }), await client({ orgName: 'Stranger' })];
  const id = await storeReport(portal, mine);

  const answers = [
    await stranger.get(`/api/reports/${id}`),
    await stranger.post(`/api/reports/${id}/links`, {}),
    await stranger.get(`/api/reports/${id}/links`),
  ];

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
});
