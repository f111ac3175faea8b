import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { connections } from '../../db/schema/index.ts';
import { clientWatch } from '../../routers/operator/client-watch.ts';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { clientDb } from '../helpers/client-db.ts';
import { registerOperator } from '../helpers/operators.ts';
import { scan } from '../helpers/scans.ts';

const site = siteForThisFile();
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
/** How far a table is wider than its place. */
const BEYOND = `(one => one.scrollWidth - one.clientWidth)(document.querySelector('[aria-label="Clients, as a table"]'))`;
const SLOW = { timeout: 180_000 };

describe('the agency', SLOW, () => {
  it('finds first who needs a look, filters by tag, and sees on the client’s page what is broken', async () => {
    const { page, faults } = await site.open();
    const portal = site.portal();
    const operator = await registerOperator(portal, { orgName: `Own ${randomUUID()}` });
    await portal.join(operator);
    const mark = randomUUID().slice(0, 8);
    const well = await portal.register({ orgName: `Abacus ${mark}` });
    const broken = await portal.register({ orgName: `Zenith ${mark}` });
    await operator.put(`/api/operator/clients/${broken.orgId}`, { tags: [mark] });
    await broken.post('/api/dashboard/action-items', {
      title: 'Answer the bad review',
      category: 'reviews',
      priority: 'high',
      due_date: '2026-01-05',
    });
    await clientDb(portal, broken.orgId).insert(connections).values({
      clientId: broken.orgId,
      id: randomUUID(),
      kind: 'matomo',
      label: 'zenith.example',
      property: '1',
      status: 'no_access',
      problem: 'credential_refused',
    });
    const pipeline = await broken.pipeline();
    for (const [week, dynamicScore] of [70, 68.5, 66.7, 61.1].entries()) {
      const overall = { rawScore: 60, dynamicScore, confidence: 0.8 };
      await pipeline.post('/api/ingest/scans', scan({ completedAt: `2026-01-0${week + 1}T02:00:00Z`, overall }));
    }
    await portal.deps.use(clientWatch).settle();
    await site.enter(page, operator);

    await page.goto(`/operator?search=${mark}`);
    await settled(page);
    const row = page.getByRole('row').filter({ hasText: 'Zenith' });
    const names = await page.getByRole('cell').getByRole('link', { name: mark }).allTextContents();
    const other = await page.getByRole('row').filter({ hasText: 'Abacus' }).textContent();
    const why = await row.textContent();
    const perMonth = await row.getByRole('cell').nth(7).textContent();
    await page.setViewportSize({ width: 320, height: 900 });
    const beyond = await page.evaluate(BEYOND);
    await page.setViewportSize({ width: 1440, height: 900 });
    await row.getByRole('button', { name: `Only clients with the tag “${mark}”` }).click();
    await page.getByRole('link', { name: well.orgName }).waitFor({ state: 'detached' });
    const address = new URL(page.url()).searchParams.get('tag');
    const found = await breaches(page);
    await page.goto(`/operator?search=${operator.orgName}`);
    await settled(page);
    const own = await page.getByRole('cell').count();
    await page.goto(`/operator?search=${broken.orgName}`);
    await page.getByRole('link', { name: 'Matomo not working' }).click();
    await page.waitForURL(`**/operator/clients/${broken.orgId}#connections`);
    const state = page.getByRole('region', { name: 'At a glance' });
    await state.getByText('Answer the bad review').waitFor();
    await state.getByText('Not working').waitFor();
    await state.getByText('Matomo no longer accepts the credential').waitFor();
    await state.getByText(broken.email).first().waitFor();

    const barriers = await breaches(page);
    await state.getByText('or an operator in a support session').waitFor();
    await page.getByRole('button', { name: 'Tasks', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
    await page.getByText('Answer the bad review').first().waitFor();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('heading', { name: `Client: ${broken.orgName}` }).waitFor();
    const inView = await menu.getByRole('heading').allTextContents();
    await page.goto('/operator');
    await page.getByText('You are viewing the pages of a client. Go back to the client to see these.').waitFor();
    await menu.getByRole('button', { name: 'Back to all clients' }).click();
    await menu.getByRole('link', { name: 'Clients', exact: true }).waitFor();
    const outOfView = await menu.getByRole('heading').allTextContents();

    expect(inView).toEqual(['Operator', `Client: ${broken.orgName}`, 'Work']);
    expect(outOfView).toEqual(['Operator', `Own organization: ${operator.orgName}`, 'Work']);
    expect(names).toEqual([broken.orgName, well.orgName]);
    expect(why).toContain('Matomo not working');
    expect(why).toContain('Score fell three times in a row, by 8.9');
    expect(other).toContain('No figures yet');
    expect(other).not.toContain('Nothing urgent');
    expect(why).toContain('1 task overdue');
    expect(address).toBe(mark);
    expect(own).toBe(0);
    expect(perMonth).toBe('–');
    expect(beyond).toBe(0);
    expect([...found, ...barriers]).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('sets up a client step by step, and invites its administrator last, by a link that can be copied', async () => {
    const { page, faults } = await site.open({ colorScheme: 'dark', width: 390 });
    const operator = await registerOperator(site.portal());
    const email = `${randomUUID()}@example.com`;
    await site.enter(page, operator);

    await page.goto('/operator/clients/new');
    await page.getByLabel('Name').fill('Fresh Client');
    await page.getByLabel('Industry').selectOption({ label: 'Dentistry' });
    await page.getByLabel('Email of the first administrator').fill(email);
    await page.getByRole('button', { name: 'Create and continue' }).click();
    await page.getByLabel('Name of the portal').fill('Bright Smiles');
    const preview = page.getByRole('figure', { name: 'Preview' });
    await preview.getByText('Bright Smiles').waitFor();
    await page.getByRole('button', { name: 'New logo' }).getByText('Choose a file').waitFor();
    await page.getByLabel('Choose a color').fill('#aa3300');
    await preview.locator('rect[fill="#aa3300"]').waitFor();
    await page.locator('input[type="file"]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO });
    await preview.getByRole('img', { name: 'Logo' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const found = await breaches(page);
    for (const step of ['What its people see', 'Connections', 'First measurement', 'Invite'])
      await page.getByRole('link', { name: `Next: ${step}` }).click();
    await page.getByRole('button', { name: `Send invitation: ${email}` }).click();
    await page.getByRole('status').getByText('/accept-invitation?token=').waitFor();
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    await page.getByRole('button', { name: `Send again: ${email}` }).waitFor();
    const { data } = (await operator.get('/api/operator/clients?search=Fresh Client')).json();
    const branding = (await operator.get(`/api/operator/clients/${data[0].id}/branding`)).json().data;

    expect(data).toMatchObject([{ vertical: 'dental' }]);
    expect(branding).toMatchObject({
      name: 'Bright Smiles',
      color: '#aa3300',
      logo: { data: LOGO.toString('base64') },
    });
    expect([...found, ...(await breaches(page))]).toEqual([]);
    expect(faults).toEqual([]);
  });
});
