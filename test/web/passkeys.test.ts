import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { enrol } from '../helpers/second-factor.ts';

// Passkeys belong to a name, and to no IP address.
const site = siteForThisFile({}, { host: 'localhost' });

/** Gives a page an authenticator that verifies its user, such as that of a telephone. */
async function withAuthenticator(page: Page) {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
  return {
    credentials: async () => (await devices.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

it('a person adds a passkey, signs in with it alone, and removes it', async () => {
  const person = await site.portal().register();
  await enrol(person);
  const { page, faults } = await site.open();
  const authenticator = await withAuthenticator(page);
  await site.enter(page, person);
  await page.goto('/settings/security');
  await page.getByLabel('Name of the passkey').fill('My laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Delete the passkey My laptop' }).waitFor();
  await settled(page);
  expect(await breaches(page)).toEqual([]);
  expect(await authenticator.credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);

  await page.context().clearCookies();
  await page.goto('/goals');
  const signIn = page.getByRole('button', { name: 'Sign in with a passkey' });
  await signIn.waitFor();
  await settled(page);
  expect(await breaches(page)).toEqual([]);
  await signIn.click();
  await page.getByRole('heading', { level: 1, name: 'Goals' }).waitFor();

  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Delete the passkey My laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No passkeys yet.').waitFor();
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await signIn.click();
  await page.getByRole('alert').filter({ hasText: 'This passkey was not accepted.' }).waitFor();
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});

it('an administrator closes a way to sign in, and the last one stays open', async () => {
  const admin = await site.portal().register();
  const { page, faults } = await site.open();
  await site.enter(page, admin);
  await page.goto('/settings/sign-in');
  await page.getByRole('heading', { level: 1, name: 'Ways to sign in' }).waitFor();
  await settled(page);
  expect(await breaches(page)).toEqual([]);
  for (const name of ['Password', 'Code by email']) {
    await page.getByRole('switch', { name }).click();
    await expect.poll(() => page.getByRole('switch', { name }).isChecked()).toBe(false);
    await expect.poll(() => page.getByRole('switch', { name }).isEnabled()).toBe(true);
  }

  await expect.poll(() => page.getByRole('switch', { name: 'Passkey' }).isDisabled()).toBe(true);
  const { data } = (await admin.get('/api/auth/org')).json();
  expect(data.signIn).toEqual({ password: false, emailCode: false, passkey: true });
  expect(faults).toEqual([]);
});
