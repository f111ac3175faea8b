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
