import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { settled, siteForThisFile } from '../helpers/browser.ts';
import { limitedOperator, registerOperator } from '../helpers/operators.ts';

const site = siteForThisFile();

// A loaded machine takes seconds to load a page.
const SLOW = { timeout: 120_000 };

it('an operator chooses clients by name for a portfolio, and sees them with sums', SLOW, async () => {
  const portal = site.portal();
  const chief = await registerOperator(portal);
  const orgName = `Harbor ${randomUUID()}`;
  await portal.register({ orgName });
  const { page, faults } = await site.open();
  await site.enter(page, chief);

  await page.goto('/operator/portfolios');
  await page.getByLabel('Name', { exact: true }).fill(`North ${orgName}`);
  await page.getByRole('searchbox').fill(orgName);
  await page.getByRole('checkbox', { name: orgName }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit portfolio' }).waitFor();
  await page.getByRole('heading', { level: 1, name: `North ${orgName}` }).waitFor();

  expect(await page.getByRole('link', { name: orgName }).count()).toBe(1);
  expect(await page.getByText(`operator add EMAIL --portfolio 'North ${orgName}'`).count()).toBe(1);
  expect(faults).toEqual([]);
});

it('an operator with portfolios finds these, their clients, and nothing of the whole portal', SLOW, async () => {
  const portal = site.portal();
  const client = await portal.register();
  const { operator, portfolio } = await limitedOperator(portal, await registerOperator(portal), [client.orgId]);
  const { page, faults } = await site.open();
  await site.enter(page, operator);

  await page.goto('/operator');
  await settled(page);
  const links = await page.getByRole('link', { name: /^(New client|Plans)$/ }).count();
  await page.goto('/operator/portfolios');
  await page.getByRole('link', { name: portfolio.name }).click();
  await page.getByRole('link', { name: client.orgName }).waitFor();
  await page.getByRole('heading', { level: 1, name: portfolio.name }).waitFor();
  await settled(page);

  expect(links).toBe(0);
  expect(await page.getByRole('button', { name: /^(Save|Edit portfolio|Delete portfolio)$/ }).count()).toBe(0);
  expect(faults).toEqual([]);
});
