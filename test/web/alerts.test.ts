import { expect, it } from 'vitest';
import { plusDays, todayIn } from '../../routers/values/days.ts';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { registerOperator } from '../helpers/operators.ts';
import { record } from '../helpers/records.ts';

const site = siteForThisFile();

it('an administrator sets an alert, mutes it and sees when it fired; a member only reads it', async () => {
  const portal = site.portal();
  const admin = await portal.register();
  const member = await portal.join(admin);
  const [{ page, faults }, other] = [await site.open(), await site.open()];
  await site.enter(page, admin);
  await site.enter(other.page, member);
  await page.goto('/settings/alerts');
  await settled(page);

  await page.getByRole('button', { name: 'New alert' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Figure').selectOption('Visits in 7 days');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Please enter a number.').waitFor();
  await dialog.getByLabel('Value').fill('1,200');
  await dialog.getByLabel('Hold back emails at night or at other hours').check();
  expect(await breaches(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  const pipeline = await admin.pipeline();
  const date = plusDays(todayIn('UTC'), -1);
  await pipeline.post('/api/ingest/records', [record('website_daily', { date, sessions: 900 })]);
  await page.reload();
  await page.getByText(/^Met since/).waitFor();
  await page.getByText('no emails from 8:00 PM to 7:00 AM').waitFor();
  await page.getByRole('button', { name: 'History of Visits in 7 days below 1,200' }).click();
  await page.getByRole('cell', { name: '900' }).waitFor();
  await page.getByLabel('Muted: Visits in 7 days below 1,200').press('Space');
  const stored = async () => (await admin.get('/api/alerts')).json().data[0];
  await expect.poll(async () => (await stored()).muted).toBe(true);
  expect(await stored()).toMatchObject({ value: 1200, quietHours: { from: 20, to: 7 } });
  expect(await breaches(page)).toEqual([]);

  await other.page.goto('/settings/alerts');
  await settled(other.page);
  await other.page.getByText('Visits in 7 days below 1,200').waitFor();
  expect(await other.page.getByRole('button', { name: /^(New alert|Edit|Delete)/ }).count()).toBe(0);
  expect([...faults, ...other.faults]).toEqual([]);
});

it('a note on a day is written by keyboard, marked in the chart, wraps on a small screen and can be deleted', async () => {
  const admin = await site.portal().register();
  const pipeline = await admin.pipeline();
  const days = [3, 2, 1].map((ago) => plusDays(todayIn('UTC'), -ago));
  await pipeline.post(
    '/api/ingest/records',
    days.map((date) => record('search_daily', { date, query: null, page: null })),
  );
  const { page, faults } = await site.open();
  await page.setViewportSize({ width: 320, height: 800 });
  await site.enter(page, admin);
  await page.goto('/search');
  await settled(page);

  await page.getByRole('button', { name: 'Add a note' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Day').fill(days[1] ?? '');
  const text = `New website ${'online'.repeat(40)}`;
  await dialog.getByLabel('What happened').fill(text);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });

  const notes = page.getByRole('region', { name: 'Notes on this chart' });
  await notes.getByText(text).waitFor();
  await settled(page);
  expect(await page.locator('.recharts-reference-line').count()).toBe(1);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(await breaches(page)).toEqual([]);

  await notes.getByRole('button', { name: /^Delete/ }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await admin.get('/api/annotations')).json().data).toEqual([]);
  expect(faults).toEqual([]);
});

it('a webhook of a chat is made without a secret to store', async () => {
  const portal = site.portal();
  const admin = await portal.register();
  const operator = await registerOperator(portal);
  await operator.put(`/api/operator/clients/${admin.orgId}`, { modules: ['developer'] });
  const { page, faults } = await site.open();
  await site.enter(page, admin);
  await page.goto('/settings/webhooks');
  await settled(page);

  await page.getByLabel('Address (https)').fill('https://hooks.slack.example/services/1');
  await page.getByLabel('Written as').selectOption('Message in Slack');
  await page.getByRole('button', { name: 'Create webhook' }).click();

  await page.getByText('https://hooks.slack.example/services/1').waitFor();
  expect(await page.getByText(/^whsec_/).count()).toBe(0);
  expect((await admin.get('/api/webhooks')).json().data).toMatchObject([{ format: 'slack' }]);
  expect(faults).toEqual([]);
});
