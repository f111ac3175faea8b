import { expect, it } from 'vitest';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { registerOperator } from '../helpers/operators.ts';

const site = siteForThisFile();

it('operators change plans and the numbers of a client, whose people see how much of them is used', async () => {
  const [{ page, faults }, own] = [await site.open(), await site.open({ colorScheme: 'dark', width: 390 })];
  const portal = site.portal();
  const client = await portal.register();
  await site.enter(page, await registerOperator(portal));
  await site.enter(own.page, client);

  await page.goto('/operator/plans');
  await settled(page);
  await page.getByRole('button', { name: 'New plan' }).click();
  await page.getByLabel('Key, as in').fill('seats');
  await page.getByLabel('Members and invitations').fill('1200');
  await page.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row').filter({ hasText: 'seats' });
  await row.getByText('1,200').waitFor();
  const found = await breaches(page);
  await row.getByRole('button', { name: 'Delete seats' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });

  await page.goto(`/operator/clients/${client.orgId}`);
  const grants = page.getByRole('group', { name: 'What the plan includes' });
  await grants.getByText('1, not limited by a plan').waitFor();
  // As the page of its measurement says it.
  await grants.getByText(/^0 of [\d,]+ used; no plan sets this limit, the portal does$/).waitFor();
  await grants.getByLabel('Members and invitations').fill('1');
  await grants.getByRole('button', { name: 'Save' }).click();
  await grants.getByText('1 of 1').waitFor();

  await own.page.goto('/settings/members');
  await own.page.getByText('Members and invitations: 1 of 1. The plan does not include more.').waitFor();
  await own.page.getByLabel('Email').fill('colleague@example.com');
  await own.page.getByRole('button', { name: 'Invite' }).click();
  await own.page.getByRole('alert').getByText('All seats of the plan (1) are taken').waitFor();

  expect([...found, ...(await breaches(own.page))]).toEqual([]);
  expect([...faults, ...own.faults.filter((fault) => !String(fault).includes('403'))]).toEqual([]);
});
