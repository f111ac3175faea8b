import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { invite } from '../helpers/people.ts';
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

  it('need not confirm its address where the invitation was opened from the mailbox', async () => {
    const portal = site.portal();
    const accepted = async (linkOf: (email: string, token: string) => Promise<string> | string) => {
      const { email, token } = await invite(await portal.register());
      const { page, faults } = await site.open();
      await page.goto(await linkOf(email, token));
      await page.getByRole('button', { name: 'Accept invitation' }).click();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      await settled(page);
      return { asked: await page.getByRole('button', { name: 'Send the email again' }).count(), faults };
    };

    const mailed = await accepted(async (email) => {
      const { pathname, search } = new URL((await portal.mailTo(email))[0]?.link ?? '');
      return pathname + search;
    });
    const copied = await accepted((_, token) => `/accept-invitation?token=${token}`);

    expect([mailed.asked, copied.asked]).toEqual([0, 1]);
    expect([...mailed.faults, ...copied.faults]).toEqual([]);
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

  it('is found from a link that was cut', async () => {
    const { page, faults } = await site.open();
    for (const path of ['/accept-invitation', '/verify-email']) {
      await page.goto(path);
      await page.getByText('This link is incomplete. Open the link in the email again.').waitFor();
      expect(await breaches(page)).toEqual([]);
      await page.getByRole('link', { name: 'Back to sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    }
    await page.goto('/verify-email?token=old');
    const button = await page.getByRole('button', { name: 'Verify' }).boundingBox();
    const link = await page.getByRole('link', { name: 'Didn’t register' }).boundingBox();

    expect((link?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)).toBeGreaterThan(12);
    expect(faults).toEqual([]);
  });
});
