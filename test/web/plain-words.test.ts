import { expect, it } from 'vitest';
import { settled, siteForThisFile } from '../helpers/browser.ts';

const site = siteForThisFile();

it('says what tools and pipelines send in the language of the pages, and explains the words that remain', async () => {
  const { page, faults } = await site.open({ colorScheme: 'light', width: 1440, locale: 'de-DE' });
  await site.signIn(page);

  await page.goto('/analytics');
  const sources = page.getByRole('table', { name: 'Quellen' });
  await sources.getByText('Suchergebnisse').first().waitFor();
  expect(await sources.getByText(/^(?:organic|cpc|referral|\(none\)|\(direct\))$/).count()).toBe(0);
  await page.goto('/search');
  await page.getByRole('cell', { name: /^−\d/ }).first().waitFor();
  await page.goto('/suggestions');
  await page.getByText('Fragen und Antworten', { exact: true }).first().waitFor();
  expect(await page.getByText('faq', { exact: true }).count()).toBe(0);
  for (const [path, term] of [
    ['/competitors', 'Relevanz'],
    ['/ai-search', 'Aussagekraft'],
    ['/visibility', 'Strukturierte Daten'],
  ] as const) {
    await page.goto(path);
    await settled(page);
    const meanings = page.locator('.meanings').filter({ has: page.locator('dt', { hasText: term }) });
    await meanings.first().locator('summary').click();
    await meanings.first().locator('dt').getByText(term, { exact: true }).waitFor();
  }
  await page.goto('/social');
  await page.getByLabel('Was bedeutet „Reichweite“?').click();
  await page.getByText('Wie viele Menschen etwas von Ihren Profilen gesehen haben.').waitFor();
  expect(faults).toEqual([]);
});
