import { expect, it } from 'vitest';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { registerOperator } from '../helpers/operators.ts';
import { agencyOf, workOffReports } from '../helpers/reports.ts';

const site = siteForThisFile();

it('an operator orders the sections of a template, and plans it for clients who are found by name', async () => {
  const portal = site.portal();
  const operator = await registerOperator(portal, { name: 'Lena Berg' });
  const client = await portal.register({ orgName: 'Quayside Dental' });
  const { page, faults } = await site.open();
  await site.enter(page, operator);
  await page.goto('/operator/reports');
  await settled(page);

  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Of the quay');
  await page.getByRole('button', { name: 'Move AI search up' }).click();
  await page.getByRole('button', { name: 'Move AI search up' }).click();
  await page.getByRole('button', { name: 'Remove Goals' }).click();
  await page.getByRole('button', { name: 'Remove Reviews' }).click();
  await page.getByRole('button', { name: 'Add Goals' }).click();
  expect(await breaches(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Of the quay · Month').waitFor();

  await page.getByRole('button', { name: 'New schedule' }).click();
  await page.getByLabel('Template', { exact: true }).selectOption('Of the quay');
  await page.getByLabel('For whom').selectOption('These clients');
  await page.getByLabel('Search clients by name').fill('quayside');
  await page.getByLabel('Quayside Dental').check();
  await page.getByLabel('How often').selectOption('Every week');
  await page.getByLabel('Weekday').selectOption('Thursday');
  await page.getByLabel('Who is asked to review').selectOption({ label: `Lena Berg (${operator.email})` });
  expect(await breaches(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Of the quay · Every week').waitFor();
  await page.getByRole('button', { name: 'Edit the schedule of Of the quay' }).waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption('Held');
  await page.waitForURL('**/operator/reports?status=held');
  await page.reload();
  await settled(page);
  expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('held');

  const templates = (await operator.get('/api/operator/report-templates')).json().data;
  const [schedule] = (await operator.get('/api/operator/report-schedules')).json().data;
  expect(templates.find(({ name }: { name: string }) => name === 'Of the quay').sections).toEqual([
    'ai_search',
    ...['overview', 'scores', 'competitors', 'website', 'search', 'listings', 'tasks', 'content', 'goals'],
  ]);
  expect(schedule).toMatchObject({
    clients: { ids: [client.orgId] },
    every: 'week',
    day: 4,
    reviewerId: operator.userId,
  });
  expect(faults).toEqual([]);
});

it('a schedule for all clients, or for tags, leaves out some that are found by name', async () => {
  const portal = site.portal();
  const operator = await registerOperator(portal);
  const [birch, alder] = [
    await portal.register({ orgName: 'Birch Dental' }),
    await portal.register({ orgName: 'Alder Dental' }),
  ];
  await operator.post('/api/operator/report-templates', { name: 'Of trees', sections: ['overview'], period: 'month' });
  const clients = async () =>
    (await operator.get('/api/operator/report-schedules'))
      .json()
      .data.find(({ templateName }: { templateName: string }) => templateName === 'Of trees').clients;
  const { page, faults } = await site.open();
  await site.enter(page, operator);
  await page.goto('/operator/reports');
  await settled(page);

  await page.getByRole('button', { name: 'New schedule' }).click();
  await page.getByLabel('Template', { exact: true }).selectOption('Of trees');
  const except = page.getByRole('group', { name: 'Except' });
  await except.getByText('No clients are left out.').waitFor();
  expect(await except.getByRole('checkbox').count()).toBe(0);
  for (const name of ['Alder Dental', 'Birch Dental']) {
    await except.getByLabel('Search clients by name').fill(name);
    await except.getByLabel(name, { exact: true }).check();
  }
  expect(await breaches(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('All active clients but 2').waitFor();
  expect(new Set((await clients()).except)).toEqual(new Set([birch.orgId, alder.orgId]));

  await page.getByRole('button', { name: 'Edit the schedule of Of trees' }).click();
  await page.getByLabel('For whom').selectOption('Clients with any of these tags');
  await page.getByLabel('Tags, separated by commas').fill('north');
  await except.getByRole('button', { name: 'Remove Alder Dental' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Clients with the tags north, but one').waitFor();
  expect(await clients()).toEqual({ tags: ['north'], except: [birch.orgId] });
  expect(faults).toEqual([]);
});

it('an operator reviews a report beside its PDF, approves and sends it, and its reader makes a link of it', async () => {
  const portal = site.portal();
  const { operator, makeSchedule, makeTemplate, runPlanned } = await agencyOf(portal);
  const client = await portal.register({ orgName: 'Reviewed Dental' });
  const { id: templateId } = await makeTemplate({ name: 'Of the review' });
  const recipients = ['reader@client.example'];
  const to = { clients: { ids: [client.orgId] }, recipients, bcc: ['archive@agency.example'] };
  await runPlanned(await makeSchedule({ templateId, review: true, ...to }));
  await workOffReports(portal);
  const { page, faults } = await site.open();
  await site.enter(page, operator);
  await page.goto('/operator/reports?status=draft');
  await settled(page);

  await page.getByRole('button', { name: 'Review Reviewed Dental' }).click();
  const pdf = page.getByTitle('PDF of the report for Reviewed Dental');
  const [frame, note] = [await pdf.boundingBox(), await page.getByLabel('Note on Overview').boundingBox()];
  await page.getByLabel('Note on Overview').fill('A good month.');
  expect(await breaches(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save and recreate the PDF' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  await page.getByText('reader@client.example: On its way').waitFor();
  await workOffReports(portal);
  await page.reload();
  await page.getByLabel('Status', { exact: true }).selectOption('Sent');
  await page.getByRole('button', { name: 'View the report: Reviewed Dental' }).click();
  await page.getByText(/^reader@client.example: Sent on /).waitFor();
  await page.getByText(/^archive@agency.example \(hidden\): Sent on /).waitFor();

  expect(frame?.y).toBeLessThan((note?.y ?? 0) + (note?.height ?? 0));
  expect((frame?.x ?? 0) + (frame?.width ?? 0)).toBeLessThanOrEqual(note?.x ?? 0);
  const reader = await site.open();
  await site.enter(reader.page, client);
  await reader.page.goto('/reports');
  await settled(reader.page);
  await reader.page.getByRole('button', { name: /^Create a link to Of the review, / }).click();
  await reader.page.getByRole('button', { name: 'Create a link', exact: true }).last().click();
  const link = (await reader.page.getByText('/r/').textContent()) ?? '';
  const opened = await portal.visitor().get(new URL(link).pathname);
  expect(opened.statusCode).toBe(200);
  expect(opened.body).toContain('Reviewed Dental');
  expect([faults, reader.faults]).toEqual([[], []]);
});
