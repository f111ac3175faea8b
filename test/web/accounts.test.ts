import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { users } from '../../db/schema/index.ts';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { codeOf } from '../helpers/second-factor.ts';

const site = siteForThisFile();
const SLOW = { timeout: 120_000 };
const PASSWORD = 'correct horse battery';

/** A window in which a new account is signed in. */
async function registered(email: string) {
  const opened = await site.open();
  await opened.page.request.post('/api/auth/register', { data: { email, password: PASSWORD, orgName: 'Own' } });
  return opened;
}

const announced = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();

describe('an account', SLOW, () => {
  it('changes its address by the link to the new one, and back by the link to the old one', async () => {
    const { page, faults } = await registered('ada@example.com');
    await page.goto('/settings/profile');
    await settled(page);

    const part = page.getByRole('region', { name: 'Change email address' });
    await part.getByLabel('New email address').fill('lovelace@example.com');
    await part.getByLabel('Password').fill(PASSWORD);
    await part.getByRole('button', { name: 'Change email address' }).click();
    await announced(page, /Open the link in the email to your new address/);

    const confirm = (await site.portal().mailTo('lovelace@example.com')).at(-1);
    await page.goto(confirm?.link ?? '');
    await page.getByRole('button', { name: 'Verify' }).click();
    await announced(page, /lovelace@example\.com/);

    const undo = (await site.portal().mailTo('ada@example.com')).at(-1);
    const stranger = await site.open();
    await stranger.page.goto(undo?.link ?? '');
    await settled(stranger.page);
    expect(await breaches(stranger.page)).toEqual([]);
    await stranger.page.getByRole('button', { name: 'Keep this address' }).click();
    await announced(stranger.page, /uses ada@example\.com/);
    expect([...faults, ...stranger.faults]).toEqual([]);
  });

  it('is verified only with its password where nobody is signed in', async () => {
    await registered('grace@example.com');
    const [mail] = await site.portal().mailTo('grace@example.com');
    const { page } = await site.open();
    await page.goto(mail?.link ?? '');
    await settled(page);

    await page.getByLabel('Password').fill('some other password');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('alert').waitFor();
    const { accounts } = site.portal().deps.database;
    const [before] = await accounts.select().from(users).where(eq(users.email, 'grace@example.com'));
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Verify' }).click();
    await announced(page, /grace@example\.com is confirmed/);

    expect(before?.emailVerified).toBe(false);
    expect(await page.getByRole('link', { name: /Didn’t register/ }).count()).toBe(0);
  });

  it('is verified only with its password where another account is signed in', async () => {
    await registered('emmy@example.com');
    const [mail] = await site.portal().mailTo('emmy@example.com');
    const { page } = await registered('sofia@example.com');
    await page.goto(mail?.link ?? '');

    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByLabel('Password').fill(PASSWORD);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('button', { name: 'Verify' }).click();

    await announced(page, /emmy@example\.com is confirmed/);
  });

  it('is led to the second step that its organization requires, and on from there', async () => {
    const { page } = await registered('hopper@example.com');
    await page.request.post('/api/auth/2fa/setup');
    await page.request.put('/api/auth/org', { data: { requireTwoFactor: true } });
    await page.request.post('/api/auth/2fa/disable', { data: { password: PASSWORD } });

    await page.goto('/visibility');
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
    await announced(page, /requires two-factor sign-in/);
    await page.getByRole('button', { name: 'Set up' }).click();
    const key = await page.getByText(/Or type this key/).textContent();
    const secret = /[A-Z2-7]{32}/.exec(key ?? '')?.[0] ?? '';
    await page.getByLabel('Code').fill(codeOf({ secret }));
    await page.getByRole('button', { name: 'Verify' }).click();
    await announced(page, /Two-factor sign-in is on/);
    await page.getByRole('link', { name: 'Back to the overview' }).click();

    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  it('sees the newest backup codes alone, and none once the second step is turned off, which can be set up again', async () => {
    const { page, faults } = await registered('lamarr@example.com');
    await page.goto('/settings/security');
    const part = page.getByRole('region', { name: 'Two-factor sign-in' });
    const codes = part.locator('.secret span');
    const press = (name: string) => part.getByRole('button', { name, exact: true }).click();
    const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    const setUp = async () => {
      await press('Set up');
      const key = (await part.getByText(/Or type this key/).textContent()) ?? '';
      await part.getByLabel('Code').fill(codeOf({ secret: /[A-Z2-7]{32}/.exec(key)?.[0] ?? '' }));
      await press('Verify');
      await announced(page, /Two-factor sign-in is on/);
    };

    await setUp();
    const first = await codes.allInnerTexts();
    await press('New backup codes');
    await confirm('New backup codes');
    await announced(page, /previous codes no longer work/);
    const second = await codes.allInnerTexts();
    await press('Turn off');
    await confirm('Turn off');
    await part.getByText(/^Off:/).waitFor();
    expect([second.length, second.filter((code) => first.includes(code)), await codes.count()]).toEqual([10, [], 0]);
    await setUp();

    expect(await codes.count()).toBe(10);
    expect(faults).toEqual([]);
  });

  it('is deleted after its password was typed', async () => {
    const { page, faults } = await registered('noether@example.com');
    await page.goto('/settings/profile');
    await settled(page);

    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill(PASSWORD);
    expect(await breaches(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();

    expect((await page.request.get('/api/auth/account/profile')).status()).toBe(401);
    expect(faults).toEqual([]);
  });
});

describe('a member', SLOW, () => {
  it('is removed only after a confirmation', async () => {
    const { page } = await site.open();
    await site.signIn(page);
    await page.goto('/settings/members');
    await settled(page);

    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const before = await page.getByRole('button', { name: /^Remove / }).count();
    await dialog.getByRole('button', { name: 'Cancel' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
    const { data } = await (await page.request.get('/api/auth/org/members')).json();

    expect(before).toBeGreaterThan(0);
    expect(data).toHaveLength(3);
  });
});
