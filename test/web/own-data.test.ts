import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { connections } from '../../db/schema/index.ts';
import { makeExports } from '../helpers/archives.ts';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { clientDb } from '../helpers/client-db.ts';
import { unusedGrant } from '../helpers/google.ts';
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

describe('an administrator', SLOW, () => {
  it('asks for an export of the organization and downloads it', async () => {
    const admin = await site.portal().register({ orgName: 'Lovelace Dental' });
    const { page, faults } = await openedBy(admin, '/settings/organization');

    await page.getByText('No exports in the last 24 hours.').waitFor();
    await page.getByRole('button', { name: 'Request an export' }).click();
    await page.getByText('Waiting').waitFor();
    await makeExports(site.portal(), admin);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);

    expect(file.suggestedFilename()).toMatch(/^export-lovelace-dental-.*\.zip$/);
    expect(await breaches(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('deletes the organization after its name and the password were typed', async () => {
    const admin = await site.portal().register({ orgName: 'Lovelace Dental' });
    const { page } = await openedBy(admin, '/settings/organization');

    await page.getByRole('button', { name: 'Delete organization' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type the name').fill('Another');
    await dialog.getByLabel('Password').fill(admin.password);
    await dialog.getByRole('button', { name: 'Delete organization' }).click();
    await dialog.getByText('must be the name').waitFor();
    expect(await breaches(page)).toEqual([]);
    await dialog.getByLabel('Type the name').fill('Lovelace Dental');
    await dialog.getByRole('button', { name: 'Delete organization' }).click();
    await page.getByRole('status').filter({ hasText: 'will be deleted in 14 days' }).waitFor();

    expect((await admin.get('/api/dashboard/kpis')).json().code).toBe('CLIENT_SUSPENDED');
  });
});

it('a member downloads their own data, and neither exports nor deletes the organization', SLOW, async () => {
  const portal = site.portal();
  const member = await portal.join(await portal.register());
  const { page } = await openedBy(member, '/settings/organization');

  expect(await page.getByRole('button', { name: /Request an export|Delete organization/ }).count()).toBe(0);
  await page.goto('/settings/profile');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download your data' }).click(),
  ]);

  expect(file.suggestedFilename()).toMatch(/^account-.*\.zip$/);
});

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

  it('makes a key, sees its secret once and revokes it', async () => {
    const operator = await registerOperator(site.portal());
    const { page, faults } = await openedBy(operator, '/operator/keys');

    await page.getByLabel('Name').fill('Nightly scans');
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = (await page.getByRole('status').getByText(/^ok_/).textContent()) ?? '';
    await page.reload();
    await settled(page);
    expect(await page.getByText(secret).count()).toBe(0);
    expect(await breaches(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete the key “Nightly scans”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No keys yet.').waitFor();

    expect((await operator.get('/api/operator/keys')).json().data).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('sees which connections of clients do not work, and disconnects a client', async () => {
    const portal = site.portal();
    const client = await portal.register({ orgName: 'Lovelace Dental' });
    const operatorGrantId = await unusedGrant(portal);
    await clientDb(portal, client.orgId)
      .insert(connections)
      .values({
        clientId: client.orgId,
        id: randomUUID(),
        kind: 'google_analytics',
        label: 'Website',
        property: 'properties/123456789',
        managedBy: 'operator',
        operatorGrantId,
        status: 'revoked',
        problem: 'credential_refused',
        lastDay: '2026-02-15',
        nextSyncAt: new Date(Date.now() + 86_400_000),
      });
    const operator = await registerOperator(portal);
    const { page, faults } = await openedBy(operator, '/operator/connections');

    await page.getByText('1 connection. 1 needs attention.').waitFor();
    await page.getByText(/no longer accepts the credential/).waitFor();
    await settled(page);
    const shots = process.env.SHOTS;
    for (const locale of shots ? ['en', 'de'] : []) {
      await operator.put('/api/auth/account/profile', { locale });
      await page.reload();
      await settled(page);
      for (const width of [1440, 390])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          await settled(page);
          await page.screenshot({ path: `${shots}/oc-${locale}-${width}-${colorScheme}.png`, fullPage: true });
        }
    }
    if (shots) {
      await operator.put('/api/auth/account/profile', { locale: 'en' });
      await page.reload();
      await settled(page);
    }
    expect(await breaches(page)).toEqual([]);
    await page.getByRole('button', { name: 'Disconnect Lovelace Dental' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('0 connections.').waitFor();

    expect((await client.get('/api/connections')).json().data).toEqual([]);
    expect(faults).toEqual([]);
  });
});
