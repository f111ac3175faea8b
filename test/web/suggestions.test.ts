import { expect, it } from 'vitest';
import { DEMO } from '../../demo/seed.ts';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';

const site = siteForThisFile();

it('a member rates a suggestion, which joins the figures', async () => {
  const { page, faults } = await site.open();
  await site.signIn(page, DEMO);
  const figures = async () => (await (await page.request.get('/api/content-suggestions/analytics')).json()).data;
  const before = await figures();
  await page.goto('/suggestions');
  await settled(page);

  const first = page.getByRole('group', { name: /^How useful is/ }).first();
  await first.getByRole('radio', { name: '4 of 5' }).focus();
  await page.keyboard.press('Space');
  await first.getByText('Thank you.').waitFor();
  await page.getByText(`${before.ratingsCount + 1} ratings, 1 to 5`).waitFor();

  expect((await figures()).ratingsCount).toBe(before.ratingsCount + 1);
  expect(await breaches(page)).toEqual([]);
  expect(faults).toEqual([]);
});
