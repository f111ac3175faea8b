import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { settled, siteForThisFile } from '../helpers/browser.ts';
import { registerOperator } from '../helpers/operators.ts';
import { SUPPORT_REASON } from '../helpers/support.ts';

const site = siteForThisFile();
const SLOW = { timeout: 120_000 };

const NAME = 'Olive Operator';
const CLIENT = 'Somerville Smiles';
const banner = (page: Page) => page.getByRole('region', { name: 'Support session' });

/** A window of an operator at the page of a new client. */
async function atClient(role: 'operator' | 'support' = 'operator') {
  const window = await site.open();
  const portal = site.portal();
  const client = await portal.register({ orgName: CLIENT });
  const operator = await registerOperator(portal, { name: NAME, role });
  await site.enter(window.page, operator);
  await window.page.goto(`/operator/clients/${client.orgId}`);
  await settled(window.page);
  return { ...window, client, operator };
}

describe('a support session', SLOW, () => {
  it('begins on the page of the client, is announced on every page, only reads, and leads back to the console', async () => {
    const { page, faults } = await atClient();

    await page.getByRole('button', { name: 'Start a support session' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Too short');
    await dialog.getByRole('button', { name: 'Start a support session' }).click();
    await dialog.getByText('Use at least 10 characters.').waitFor();
    await dialog.getByLabel('Reason').fill(SUPPORT_REASON);
    await dialog.getByRole('button', { name: 'Start a support session' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const text = await banner(page).textContent();
    expect(text).toContain(`${NAME} is viewing the data of ${CLIENT}`);
    expect(text).toContain(SUPPORT_REASON);
    expect(text).toMatch(/Until .*read-only/);
    expect(await page.getByRole('link', { name: 'Clients' }).count()).toBe(0);

    await page.getByRole('link', { name: 'Content', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Content' }).waitFor();
    await settled(page);
    expect(await page.getByRole('button', { name: 'New page' }).count()).toBe(0);
    await banner(page).getByRole('button', { name: 'End the session' }).click();
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
    await settled(page);

    expect(new URL(page.url()).pathname).toBe('/operator');
    expect(await banner(page).count()).toBe(0);
    expect(await page.getByRole('link', { name: CLIENT }).count()).toBeGreaterThan(0);
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
  });

  it('changes data where it was asked for, and never the account of the operator', async () => {
    const { page, client } = await atClient();

    await page.getByRole('button', { name: 'Start a support session' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill(SUPPORT_REASON);
    await dialog.getByLabel('May change data').check();
    await dialog.getByRole('button', { name: 'Start a support session' }).click();
    await banner(page).getByText('may change data').waitFor();
    await page.goto('/content?view=new');
    await page.getByRole('textbox', { name: 'Title' }).fill('What implants cost');
    await page.getByRole('button', { name: 'Create page' }).click();
    await page.getByRole('heading', { level: 1, name: 'What implants cost' }).waitFor();
    await page.goto('/settings/profile');
    await page.getByText(`This belongs to the account of ${NAME}`).waitFor();

    expect(await page.getByRole('button', { name: 'Delete account' }).count()).toBe(0);
    expect((await client.get('/api/cms/pages')).json()).toMatchObject([{ title: 'What implants cost' }]);
  });
});
