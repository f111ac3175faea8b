import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DEMO } from '../../demo/seed.ts';
import { breaches, settled, siteForThisFile, tabTo } from '../helpers/browser.ts';

const site = siteForThisFile();

const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

// A loaded machine takes seconds to load a page.
const SLOW = { timeout: 120_000 };

describe('signing in', SLOW, () => {
  it('works by keyboard alone, leads back to the page that was asked for, and ends with signing out', async () => {
    const { page, faults } = await site.open();
    await page.goto('/visibility?from=2026-01-01');
    await settled(page);
    expect(path(page)).toBe('/sign-in?next=%2Fvisibility%3Ffrom%3D2026-01-01');

    await tabTo(page, 'textbox', 'Email');
    await page.keyboard.type(DEMO.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(DEMO.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Visibility' }).waitFor();
    expect(path(page)).toBe('/visibility?from=2026-01-01');

    await tabTo(page, 'link', 'Plan');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();
    expect(await page.evaluate('document.activeElement?.tagName')).toBe('H1');

    await page.keyboard.press('Shift+Tab');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect((await page.request.get('/api/auth/account/profile')).status()).toBe(401);
    expect(faults).toEqual([]);
  });

  it('asks for the address first, and takes what a password manager fills in at once', async () => {
    const { page, faults } = await site.open();
    await page.goto('/sign-in?next=/goals');
    const inTree = page.getByRole('textbox', { name: 'Password' });
    await page.getByLabel('Email').fill('demo@');
    await settled(page);
    expect(await inTree.count()).toBe(0);
    expect(await page.locator('input[autocomplete="current-password"]').count()).toBe(1);
    expect(await breaches(page)).toEqual([]);

    await page.getByLabel('Email').fill(DEMO.email);
    await page.keyboard.press('Enter');
    expect(await inTree.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    expect(await breaches(page)).toEqual([]);

    await page.reload();
    await page.locator('input[autocomplete="current-password"]').fill(DEMO.password);
    await page.getByLabel('Email').fill(DEMO.email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Goals' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('loads the overview while somebody types, and shows progress until it is there', async () => {
    const { page, faults } = await site.open();
    const asked: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/overview-[^/]+\.js/, async (route) => {
      asked.push(route.request().url());
      await held;
      await route.continue();
    });
    await page.goto('/sign-in');
    await settled(page);
    await page.waitForLoadState('networkidle');
    const before = asked.length;

    await page.getByLabel('Email').fill(DEMO.email);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await page.getByLabel('Password').fill(DEMO.password);
    const answered = page.waitForResponse(/auth\.login/);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await answered;
    await page.locator('button[type="submit"][data-loading]').waitFor();
    release();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

    expect(before).toBe(0);
    expect(faults).toEqual([]);
  });

  it('shows an error as an alert, and keeps the input', async () => {
    const { page } = await site.open();
    await page.goto('/sign-in');

    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();

    expect(await page.getByRole('alert').textContent()).toMatch(/password/i);
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.com');
  });

  it.each(['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'continues at an own path only: next=%s',
    async (next) => {
      const { page, faults } = await site.open();
      await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);

      await page.getByLabel('Email').fill(DEMO.email);
      await page.getByLabel('Password').fill(DEMO.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

      expect(path(page)).toBe('/');
      expect(faults).toEqual([]);
    },
  );

  it('is passed by on the way back, and by who is signed in', async () => {
    const { page, faults } = await site.open();
    await page.goto('/sign-in?next=/goals');
    await page.getByLabel('Email').fill(DEMO.email);
    await page.getByLabel('Password').fill(DEMO.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Goals' }).waitFor();

    await page.goBack();
    expect(page.url()).not.toContain('/sign-in');
    await page.goto('/sign-in?next=/plan');
    await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();

    expect(path(page)).toBe('/plan');
    expect(faults).toEqual([]);
  });

  it('shows a telephone no link of a menu that is closed', async () => {
    const { page } = await site.open({ colorScheme: 'light', width: 390 });
    await site.signIn(page);
    await page.goto('/');
    await settled(page);
    const goals = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Goals' });

    expect(await goals.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await goals.waitFor();
  });

  it('is asked for when the session has ended meanwhile', async () => {
    const { page } = await site.open();
    await site.signIn(page);
    await page.goto('/');
    await settled(page);

    await page.request.post('/api/auth/logout');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Goals' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();

    expect(path(page)).toBe('/sign-in?next=%2Fgoals');
  });
});

describe('registering', SLOW, () => {
  it('makes an organization, whose address the mail confirms', async () => {
    const { page } = await site.open();
    await page.goto('/register');

    await page.getByLabel('Organization name').fill('Lovelace Dental');
    await page.getByLabel('Email').fill('ada@lovelace.example');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(await page.getByText('Lovelace Dental').count()).toBe(1);

    const [mail] = await site.portal().mailTo('ada@lovelace.example');
    await page.goto(mail?.link ?? '');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('ada@lovelace.example is confirmed').waitFor();
  });
});
