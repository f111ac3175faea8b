import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { breaches, type Look, settled, siteForThisFile } from '../helpers/browser.ts';
import { registerOperator } from '../helpers/operators.ts';
import { SUPPORT_REASON, startSupport } from '../helpers/support.ts';

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

describe('the view of a client', SLOW, () => {
  it('shows its daily pages within a frame that names it, changes nothing, outlives a reload, and leads back', async () => {
    const { page, client, faults } = await atClient('support');
    await client.post('/api/dashboard/action-items', {
      title: 'Answer the reviews',
      category: 'seo',
      priority: 'high',
    });
    await client.put('/api/auth/org', { timezone: 'Asia/Tokyo' });
    const frame = page.getByRole('region', { name: 'View of a client' });
    const found: unknown[] = [];

    await page.getByRole('button', { name: 'View its pages' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await frame.getByText(`You are viewing ${CLIENT}`).waitFor();
    found.push(...(await breaches(page)));
    const main = page.getByRole('navigation', { name: 'Main' });
    const tabs = page.getByRole('main').getByRole('navigation');
    const links = await main.getByRole('link').allTextContents();
    const seen = new Set<string>();
    for (const name of links) {
      await main.getByRole('link', { name, exact: true }).click();
      // The tabs are those of the page before until it is there.
      await main.locator('[aria-current]').filter({ hasText: name }).waitFor();
      await settled(page);
      for (const tab of [undefined, ...(await tabs.getByRole('link').allTextContents())]) {
        if (tab) await tabs.getByRole('link', { name: tab, exact: true }).click();
        await page.getByRole('heading', { level: 1 }).waitFor();
        await settled(page);
        await frame.waitFor();
        seen.add(new URL(page.url()).pathname);
        found.push(...(await page.getByRole('alert').allTextContents()));
      }
    }
    await page.goto('/tasks');
    await page.getByText('Answer the reviews').waitFor();
    const buttons = await page.getByRole('button', { name: 'New task' }).count();
    await page.goto('/settings/security');
    await page.getByText('Page not found').waitFor();
    await frame.getByRole('button', { name: 'Back to the client' }).click();
    await page.getByRole('heading', { level: 1, name: CLIENT }).waitFor();

    expect(links).toEqual(expect.arrayContaining(['Overview', 'AI search', 'Website', 'Goals', 'Content']));
    expect(links.filter((name) => /Clients|Profile|Billing|Reports|Questions/.test(name))).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining(['/', '/listings', '/measurement', '/social', '/templates']));
    expect([found, buttons, await frame.count()]).toEqual([[], 0, 0]);
    expect(faults).toEqual([]);
    await page.goto('/tasks');
    await settled(page);
    expect(await page.getByText('Answer the reviews').count()).toBe(0);
  });
});

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

  it('of the role support only reads', async () => {
    const { page } = await atClient('support');

    await page.getByRole('button', { name: 'Start a support session' }).click();

    await page.getByText('The session is read-only.').waitFor();
    expect(await page.getByLabel('May change data').count()).toBe(0);
  });

  it('that only reads is told so in a sentence when a change is refused', async () => {
    const { page } = await site.open();
    const portal = site.portal();
    const client = await portal.register();
    await client.post('/api/cms/pages', { title: 'Implants' });
    const operator = await registerOperator(portal);
    const [{ id }] = (await client.get('/api/cms/pages')).json();
    const support = await startSupport(operator, client);
    await site.enter(page, support);
    await page.goto(`/content/${id}`);
    await settled(page);

    await page.getByLabel('Text in').press('Control+s');

    await page.getByRole('alert').filter({ hasText: 'This support session is read-only.' }).waitFor();
  });

  it.each<Look>([
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 390 },
  ])('has pages without a barrier: %j', async (look) => {
    const { page, faults } = await site.open(look);
    const portal = site.portal();
    const client = await portal.register();
    const support = await startSupport(await registerOperator(portal), client);
    await site.enter(page, support);
    const found: unknown[] = [];
    for (const path of ['/', '/settings/security', '/operator']) {
      await page.goto(path);
      await settled(page);
      await banner(page).waitFor();
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      found.push(...(await breaches(page)), ...(overflow === 0 ? [] : [{ path, overflow }]));
    }

    expect(found).toEqual([]);
    expect(faults).toEqual([]);
  });
});
