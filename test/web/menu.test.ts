import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { breaches, type Look, settled, siteForThisFile } from '../helpers/browser.ts';
import { registerOperator } from '../helpers/operators.ts';

const site = siteForThisFile();
const SLOW = { timeout: 120_000 };

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const names = (page: Page) => main(page).getByRole('link').allInnerTexts();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

describe('the menu', SLOW, () => {
  it('has at most twelve entries for a client with every part, and tabs for what belongs together', async () => {
    const { page, faults } = await site.open();
    const portal = site.portal();
    const admin = await portal.register();
    const { modules } = (await admin.get('/api/auth/org')).json().data;
    const operator = await registerOperator(portal);
    await operator.put(`/api/operator/clients/${admin.orgId}`, { modules: [...modules, 'billing', 'developer'] });
    await site.enter(page, admin);
    await page.goto('/visibility');
    await settled(page);
    const tabs = page.getByRole('navigation', { name: 'Visibility' });
    const entry = main(page).getByRole('link', { name: 'Visibility' });

    const entries = await names(page);
    const ofVisibility = await tabs.getByRole('link').allInnerTexts();
    await tabs.getByRole('link', { name: 'Listings' }).click();
    await heading(page, 'Listings');
    const marked = await Promise.all([
      entry.getAttribute('aria-current'),
      tabs.locator('[aria-current]').textContent(),
    ]);

    expect(entries).toHaveLength(12);
    expect(ofVisibility).toEqual(['Score', 'Competitors', 'Listings', 'Plan']);
    expect(marked).toEqual(['true', 'Listings']);
    expect(faults).toEqual([]);
  });

  it('names an entry after the one page that a client has of it, without tabs', async () => {
    const { page } = await site.open();
    const portal = site.portal();
    const admin = await portal.register();
    const operator = await registerOperator(portal);
    await operator.put(`/api/operator/clients/${admin.orgId}`, { modules: ['search', 'goals'] });
    await site.enter(page, admin);
    await page.goto('/search');
    await settled(page);

    expect(await names(page)).toEqual(['Overview', 'Search', 'Goals', 'Settings']);
    expect(await page.getByRole('main').getByRole('navigation').count()).toBe(0);
  });

  it('of the settings stands alone, and leads back', async () => {
    const { page, faults } = await site.open();
    await site.enter(page, await site.portal().register());
    await page.goto('/');
    await settled(page);

    await main(page).getByRole('link', { name: 'Settings' }).click();
    await heading(page, 'Profile');
    const settings = await names(page);
    await main(page).getByRole('link', { name: 'Back to the overview' }).click();
    await heading(page, 'Overview');

    expect(settings).toEqual(expect.arrayContaining(['Security', 'Members', 'Connections']));
    expect(settings).not.toContain('Goals');
    expect(await names(page)).not.toContain('Members');
    expect(faults).toEqual([]);
  });
});

it.each<Look>([
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
])('the user menu says who is signed in, leads to their pages, and ends the session: %j', SLOW, async (look) => {
  const { page, faults } = await site.open(look);
  const person = await site.portal().register({ name: 'Ada Lovelace' });
  await site.enter(page, person);
  await page.goto('/');
  await settled(page);
  const button = page.getByRole('button', { name: 'Your account: Ada Lovelace' });
  const panel = page.getByRole('dialog', { name: 'Your account' });
  const choose = async (name: string) => {
    await button.click();
    await panel.getByText(name, { exact: true }).click();
  };

  await button.click();
  await panel.getByText(person.email).waitFor();
  const barriers = await breaches(page);
  await page.keyboard.press('Escape');
  await choose('Dark');
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await choose('Security');
  await heading(page, 'Security');
  await settled(page);
  await choose('Sign out');
  await heading(page, 'Sign in');

  expect(barriers).toEqual([]);
  expect((await page.request.get('/api/auth/account/profile')).status()).toBe(401);
  expect(faults).toEqual([]);
});

it('the sign-in page does not load the menus of the frame', SLOW, async () => {
  const { page } = await site.open();
  const loaded: string[] = [];
  page.on('response', (response) => void loaded.push(new URL(response.url()).pathname));
  await page.goto('/sign-in');
  await settled(page);
  await page.waitForLoadState('networkidle');

  expect(loaded.filter((path) => path.includes('/shell-'))).toHaveLength(1);
  expect(loaded.filter((path) => /user-menu|organization-switch|Menu-/.test(path))).toEqual([]);
});
