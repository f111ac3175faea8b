import { describe, expect, it } from 'vitest';
import { makeExports } from '../helpers/archives.ts';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { registerOperator } from '../helpers/operators.ts';

const site = siteForThisFile();
const SLOW = { timeout: 120_000 };

/** A window of somebody, at an address. */
async function openedBy(person: { cookie: string }, path: string) {
  const window = await site.open();
  await site.enter(window.page, person);
  await window.page.goto(path);
  await settled(window.page);
  return window;
}

describe('an operator', SLOW, () => {
  it('exports a client, erases it by its name and keeps it', async () => {
    const portal = site.portal();
    const client = await portal.register({ orgName: 'Lovelace Dental' });
    const { page, faults } = await openedBy(await registerOperator(portal), `/operator/clients/${client.orgId}`);

    await page.getByRole('button', { name: 'Request an export' }).click();
    await page.getByText('Waiting').waitFor();
    await makeExports(portal, client);
    await page.getByRole('link', { name: 'Download' }).waitFor();
    await page.getByRole('button', { name: 'Erase client' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type the name').fill('Lovelace Dental');
    await dialog.getByRole('button', { name: 'Erase client' }).click();
    await page.getByText(/Lovelace Dental will be erased/).waitFor();
    expect((await client.get('/api/dashboard/kpis')).json().code).toBe('CLIENT_SUSPENDED');
    expect(await breaches(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep client' }).click();
    await page.getByRole('button', { name: 'Erase client' }).waitFor();

    expect((await client.get('/api/dashboard/kpis')).statusCode).toBe(200);
    expect(faults).toEqual([]);
  });
});
