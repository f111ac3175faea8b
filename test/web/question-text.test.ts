import { expect, it } from 'vitest';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';

const site = siteForThisFile();

it('an administrator chooses that no word of a question leaves, and sees so before asking', async () => {
  const admin = await site.portal().register();
  const { page, faults } = await site.open();
  await site.enter(page, admin);
  await page.goto('/settings/organization');
  await settled(page);

  await page.getByLabel('Sent of a question').selectOption('Topics only, no word of the question');
  await expect.poll(async () => (await admin.get('/api/auth/org')).json().data.questionText).toBe('topics');
  expect(await breaches(page)).toEqual([]);

  await page.goto('/insights');
  await settled(page);
  await page.getByLabel('Your question').fill('How many reviews did Jane write in October?');
  await page.getByRole('button', { name: 'See what would be sent' }).click();
  await page.getByText('Your organization sends no word of a question').waitFor();
  const sent = await page.locator('pre').allTextContents();

  expect(sent.join()).toContain('"reviews"');
  expect(sent.join()).not.toContain('Jane');
  expect(faults).toEqual([]);
});

it('an answer names neither a model nor the way it was made', async () => {
  const admin = await site.portal().register();
  const { page, faults } = await site.open();
  await site.enter(page, admin);
  await page.goto('/insights');
  await settled(page);

  await page.getByLabel('Your question').fill('How many reviews do we have?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByText('No reviews are recorded yet.').first().waitFor();

  expect(await page.locator('main').textContent()).not.toMatch(/rules-1|deterministic|unavailable|AI model/i);
  expect(faults).toEqual([]);
});
