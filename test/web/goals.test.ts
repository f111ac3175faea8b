import { expect, it } from 'vitest';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { RECORDS } from '../helpers/records.ts';

const site = siteForThisFile();

it('an administrator changes a goal, which a member only reads', async () => {
  const portal = site.portal();
  const admin = await portal.register();
  const member = await portal.join(admin);
  await admin.post('/api/dashboard/goals', RECORDS.goal);
  const [{ page, faults }, other] = [await site.open(), await site.open()];
  await site.enter(page, admin);
  await site.enter(other.page, member);
  for (const window of [page, other.page]) {
    await window.goto('/goals');
    await settled(window);
  }

  await page.getByRole('button', { name: 'Edit “More visitors”' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Target').fill('6000');
  await dialog.getByLabel('Status').selectOption('Paused');
  await dialog.getByLabel('Deadline').fill('');
  expect(await breaches(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  const { data } = (await admin.get('/api/dashboard/goals')).json();
  expect(data).toMatchObject([{ target_value: 6000, status: 'paused', deadline: null, current_value: 4210.5 }]);
  expect(await other.page.getByRole('button', { name: /^Edit/ }).count()).toBe(0);
  expect([...faults, ...other.faults]).toEqual([]);
}, 120_000);
