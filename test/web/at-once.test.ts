import { expect, it } from 'vitest';
import { settled, siteForThisFile } from '../helpers/browser.ts';
import { ingest } from '../helpers/content.ts';
import { record } from '../helpers/records.ts';

const site = siteForThisFile();
const SLOW = { timeout: 120_000 };

it('a slow line shows the outline of a page at once, which gives way to the page', SLOW, async () => {
  const { page, faults } = await site.open();
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });

  await page.goto('/sign-in', { waitUntil: 'commit' });
  const outline = page.locator('.first-load');
  await outline.waitFor({ state: 'attached' });
  const opacity = () => page.evaluate("getComputedStyle(document.querySelector('.first-load')).opacity");
  await expect.poll(opacity).toBe('1');
  const height = (await outline.boundingBox())?.height;
  arrive();
  await page.getByRole('heading', { level: 1 }).waitFor();

  expect(height).toBeGreaterThan(50);
  expect(await outline.count()).toBe(0);
  expect(faults).toEqual([]);
});

it('the menu of a person is loaded when they go for it, opens, and gives the focus back', SLOW, async () => {
  const { page, faults } = await site.open();
  await site.signIn(page);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const ofMenu = () => loaded.filter((path) => path.startsWith('/assets/user-menu-'));
  await page.goto('/goals');
  await settled(page);
  const before = ofMenu();
  const button = page.getByRole('button', { name: /^Your account/ });
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Your account' });
  await menu.getByRole('link', { name: 'Profile' }).waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await button.and(page.locator(':focus')).waitFor();
  await button.click();
  await menu.getByRole('button', { name: 'Dark' }).waitFor();

  expect([before, ofMenu().length > 0]).toEqual([[], true]);
  expect(faults).toEqual([]);
});

it('what was planned for a day that has passed is overdue in the calendar', SLOW, async () => {
  const admin = await site.portal().register();
  const facts = { status: 'planned', scheduledAt: null, publishedAt: null };
  await ingest(admin, [record('calendar_entry', { ...facts, title: 'Forgotten', date: '2026-02-14' })]);
  const { page, faults } = await site.open();
  await site.enter(page, admin);

  await page.goto('/calendar?year=2026&month=2');
  await settled(page);
  const entry = page.getByRole('listitem').filter({ hasText: 'Forgotten' });

  expect(await entry.textContent()).toContain('Overdue');
  expect(faults).toEqual([]);
});
