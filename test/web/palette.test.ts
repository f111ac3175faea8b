import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { breaches, type Look, settled, siteForThisFile, tabTo } from '../helpers/browser.ts';
import { RECORDS } from '../helpers/records.ts';

const site = siteForThisFile();
const SLOW = { timeout: 120_000 };

/** A window of a new administrator. */
async function opened(look?: Look) {
  const window = await site.open(look);
  const person = await site.portal().register({ orgName: 'Lovelace Dental' });
  await site.enter(window.page, person);
  await window.page.goto('/');
  await settled(window.page);
  return { ...window, person };
}

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' });

async function open(page: Page) {
  await page.keyboard.press('Control+k');
  await field(page).and(page.locator(':focus')).waitFor();
}

async function choose(page: Page, typed: string, option: string) {
  await open(page);
  await page.keyboard.type(typed);
  await page.getByRole('option', { name: option, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await field(page).waitFor({ state: 'detached' });
}

describe('Ctrl+K', SLOW, () => {
  it('leads to pages by keyboard alone, from fields too', async () => {
    const { page, faults } = await opened();

    await choose(page, 'listi', 'Listings');
    await page.getByRole('heading', { level: 1, name: 'Listings' }).waitFor();
    await choose(page, 'ask a', 'Ask a question');
    await page.getByRole('heading', { level: 1, name: 'Insights' }).waitFor();
    await page.getByLabel('Your question').focus();
    await choose(page, 'new page', 'New page');
    await page.getByRole('textbox', { name: 'Title' }).and(page.locator(':focus')).waitFor();

    expect(faults).toEqual([]);
  });

  it('finds pages, goals and tasks by their titles', async () => {
    const { page, person } = await opened();
    const made = await person.post('/api/cms/pages', { title: 'What implants cost' });
    await person.post('/api/dashboard/goals', { ...RECORDS.goal, title: 'More implants' });
    await person.post('/api/dashboard/action-items', { title: 'Photograph implants', category: 'x', priority: 'low' });

    await open(page);
    await page.keyboard.type('IMPLANTS');
    await page.getByRole('option', { name: 'Photograph implants' }).waitFor();
    await page.getByRole('option', { name: 'More implants' }).waitFor();
    await page.getByRole('option', { name: 'What implants cost', selected: true }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('option', { name: 'Photograph implants', selected: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'What implants cost' }).waitFor();

    expect(new URL(page.url()).pathname).toBe(`/content/${made.json().data.id}`);
  });

  it('switches the organization, and shows no page of operators to others', async () => {
    const { page, person } = await opened();
    const other = await site.portal().register({ orgName: 'Byron Optics' });
    const { invitation } = (await other.post('/api/auth/org/invitations', { email: person.email })).json();
    await person.post('/api/auth/accept-invitation', { token: invitation.token });
    await page.reload();
    await settled(page);

    await open(page);
    expect(await page.getByRole('option', { name: 'Clients' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await choose(page, 'lovelace', 'Lovelace Dental');

    await page.getByRole('button', { name: 'Organization: Lovelace Dental' }).waitFor();
  });

  it('changes the appearance and signs out', async () => {
    const { page } = await opened();

    await choose(page, 'dark', 'Dark');
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    await choose(page, 'sign out', 'Sign out');

    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });

  it('is opened by the button of the navigation as well, to which Escape leads back', async () => {
    const { page } = await opened();

    await tabTo(page, 'button', 'Search');
    await page.keyboard.press('Enter');
    await field(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('no such thing');
    await page.getByText('No results.').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Search' }).and(page.locator(':focus')).waitFor();
  });

  it.each<Look>([
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 390 },
  ])('opens a field without a barrier: %j', async (look) => {
    const { page, faults } = await opened(look);

    await open(page);
    await page.getByRole('option', { name: 'Listings' }).waitFor();

    expect(await breaches(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
