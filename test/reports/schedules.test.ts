import { expect, it } from 'vitest';
import { reportPlanner } from '../../routers/reports/plan.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { agencyOf, TEMPLATE } from '../helpers/reports.ts';

const portal = portalForThisFile({ own: true });

it('a template that a schedule uses is not deleted', async () => {
  const { operator, makeTemplate, makeSchedule } = await agencyOf(portal);
  const template = await makeTemplate();
  const schedule = await makeSchedule({ templateId: template.id, clients: { all: true } });

  const refused = await operator.del(`/api/operator/report-templates/${template.id}`);
  await operator.del(`/api/operator/report-schedules/${schedule.id}`);
  const gone = await operator.del(`/api/operator/report-templates/${template.id}`);

  expect([refused.statusCode, gone.statusCode]).toEqual([409, 200]);
});

it.each([
  [{ clients: { all: true, tags: ['a'] } }],
  [{ clients: {} }],
  [{ every: 'week', day: 8 }],
  [{ day: 29 }],
  [{ subject: 'Two\nlines' }],
  [{ message: 'x'.repeat(5001) }],
  [{ recipients: ['no address'] }],
  [{ reviewerId: '7b1d2f64-0c3e-4e57-a1b8-2d9c6f3e8a41' }],
])('a schedule with %j is refused', async (fields) => {
  const { operator, makeTemplate } = await agencyOf(portal);
  const { id: templateId } = await makeTemplate();
  const usual = { templateId, clients: { all: true }, every: 'month', day: 1, hour: 8, recipients: 'members' };

  expect((await operator.post('/api/operator/report-schedules', { ...usual, ...fields })).statusCode).toBe(400);
});

it('a schedule for chosen clients is shown with their names', async () => {
  const { operator, makeSchedule } = await agencyOf(portal);
  const [second, first] = [await portal.register({ orgName: 'Birch' }), await portal.register({ orgName: 'Alder' })];

  const made = await makeSchedule({ clients: { ids: [second.orgId, first.orgId] } });
  const changed = await operator.put(`/api/operator/report-schedules/${made.id}`, { clients: { all: true } });
  // It would plan for the clients of the tests below.
  await operator.del(`/api/operator/report-schedules/${made.id}`);

  expect(made.clientNames).toEqual([
    { id: first.orgId, name: 'Alder' },
    { id: second.orgId, name: 'Birch' },
  ]);
  expect(changed.json().data.clientNames).toEqual([]);
});

it('reports are not listed for a client by something that is no id, and are none of a client that there is not', async () => {
  const { operator, reportsOf } = await agencyOf(portal);

  const refused = await operator.get('/api/operator/reports?clientId=x');

  expect([refused.statusCode, refused.json().issues]).toEqual([400, [{ path: 'clientId', message: 'Invalid UUID' }]]);
  expect(await reportsOf('7b1d2f64-0c3e-4e57-a1b8-2d9c6f3e8a41')).toEqual([]);
});

it('a template names each section once, and is changed in part', async () => {
  const { operator, makeTemplate } = await agencyOf(portal);
  const twice = await operator.post('/api/operator/report-templates', { ...TEMPLATE, sections: ['goals', 'goals'] });
  const { id } = await makeTemplate({ intro: 'Hello.' });

  const changed = await operator.put(`/api/operator/report-templates/${id}`, { intro: null });

  expect(twice.statusCode).toBe(400);
  expect(changed.json().data).toMatchObject({ name: TEMPLATE.name, intro: null });
});

it('plans one report for each active client with a tag, drafts 48 hours ahead, however many processes plan', async () => {
  const { operator, makeSchedule, reportsOf } = await agencyOf(portal);
  const clients = [await portal.register(), await portal.register(), await portal.register()];
  const [tagged, suspended, other] = clients;
  for (const client of [tagged, suspended])
    await operator.put(`/api/operator/clients/${client?.orgId}`, { tags: ['north'], timezone: 'Asia/Tokyo' });
  await operator.post(`/api/operator/clients/${suspended?.orgId}/suspend`, { reason: 'Late.' });
  // Four days ahead, so that it is not due within two.
  const day = ((new Date().getUTCDay() + 3) % 7) + 1;
  const weekly = { clients: { tags: ['north'] }, every: 'week', day, hour: 8, review: true };
  const schedule = await makeSchedule(weekly);
  const due = Date.parse(schedule.nextRunAt);
  const planAt = (time: number) => portal.deps.use(reportPlanner).plan(time);

  await planAt(due - 49 * 3_600_000);
  const early = await reportsOf(tagged?.orgId ?? '');
  await Promise.all(Array.from({ length: 5 }, () => planAt(due - 47 * 3_600_000)));

  const found = await Promise.all(clients.map(({ orgId }) => reportsOf(orgId)));
  expect(early).toEqual([]);
  expect(found.map((of) => of.length)).toEqual([1, 0, 0]);
  expect(found[0]).toMatchObject([{ status: 'draft', dueAt: schedule.nextRunAt, scheduleId: schedule.id }]);
  expect((await operator.get('/api/operator/clients?tag=north')).json().data).toHaveLength(2);
  expect(other).toBeDefined();
  const { summary } = (await operator.get('/api/operator/reports?limit=1')).json();
  const { name } = TEMPLATE;
  expect(summary.due).toEqual([{ day: schedule.nextRunAt.slice(0, 10), name, status: 'draft', reports: 1 }]);
});
