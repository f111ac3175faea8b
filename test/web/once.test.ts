import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { settled, siteForThisFile } from '../helpers/browser.ts';

const site = siteForThisFile();
const SLOW = { timeout: 120_000 };
const LOOKS = [
  { look: { colorScheme: 'light', width: 1440, locale: 'en-US' }, ask: 'Ask', publish: 'Publish' },
  { look: { colorScheme: 'dark', width: 390, locale: 'de-DE' }, ask: 'Fragen', publish: 'Veröffentlichen' },
] as const;

/** The calls of a procedure that a page sends. */
function callsOf(page: Page, procedure: string) {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes(`/trpc/${procedure}`)) calls.push(request.url());
  });
  return calls;
}

it.each(LOOKS)('a double click asks a question once: $look.locale', SLOW, async ({ look, ask }) => {
  const { page } = await site.open(look);
  await site.enter(page, await site.portal().register());
  await page.goto('/insights');
  await settled(page);
  const calls = callsOf(page, 'insights.query');

  await page.getByRole('textbox').first().fill('Why did our score change?');
  await page.getByRole('button', { name: ask, exact: true }).dblclick();
  await settled(page);
  await page.waitForTimeout(500);

  expect(calls).toHaveLength(1);
});

it.each(LOOKS)('a double click publishes without a conflict: $look.locale', SLOW, async ({ look, publish }) => {
  const { page, faults } = await site.open(look);
  const person = await site.portal().register();
  const made = (await person.post('/api/cms/pages', { title: 'Opening hours' })).json().data;
  await site.enter(page, person);
  await page.goto(`/content/${made.id}`);
  await settled(page);

  await page.getByRole('button', { name: publish, exact: true }).dblclick();
  const stored = async () => (await person.get(`/api/cms/pages/${made.id}`)).json().data.status;
  await expect.poll(stored).toBe('published');
  await page.waitForTimeout(500);

  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(faults).toEqual([]);
});
