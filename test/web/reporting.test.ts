import { expect, it } from 'vitest';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { registerOperator } from '../helpers/operators.ts';

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
  await page.getByRole('button', { name: 'Take out Goals' }).click();
  await page.getByRole('button', { name: 'Take out Reviews' }).click();
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
  await except.getByText('No client is left out.').waitFor();
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
  await except.getByRole('button', { name: 'Take out Alder Dental' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Clients with the tags north, but one').waitFor();
  expect(await clients()).toEqual({ tags: ['north'], except: [birch.orgId] });
  expect(faults).toEqual([]);
});
