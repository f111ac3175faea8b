import { expect, it } from 'vitest';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';

const site = siteForThisFile();

it('the request is shown before it is sent, with redacted parts of the question marked', async () => {
  const { page, faults } = await site.open();
  await site.signIn(page);
  await page.goto('/insights');
  await settled(page);

  await page.getByLabel('Your question').fill('Why did jane@example.com at +1 207 555 0142 see 58.4?');
  await page.getByRole('button', { name: 'See what would be sent' }).click();
  await page.getByRole('heading', { name: 'This would be sent' }).waitFor();
  await page.locator('mark').first().waitFor();

  expect(await page.locator('mark').allTextContents()).toEqual(['[email]', '[phone]']);
  expect(await breaches(page)).toEqual([]);
  expect(faults).toEqual([]);
});
