import { expect, it } from 'vitest';
import { settled, siteForThisFile } from '../helpers/browser.ts';
import { ingest } from '../helpers/content.ts';
import { record } from '../helpers/records.ts';

const site = siteForThisFile();

/** The words that go on in the next line, but where they say that they may break. */
const BROKEN_WORDS = `(() => {
  // A browser that knows German hyphenation breaks them in more places.
  for (const element of document.querySelectorAll('*')) element.style.hyphens = 'manual';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const linesOf = (node, from, to) => {
    const range = new Range();
    range.setStart(node, from);
    range.setEnd(node, to);
    return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
  };
  const broken = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.parentElement.closest('details:not([open]), .visually-hidden, .source')) continue;
    for (const { 0: part, index } of node.textContent.matchAll(/\\p{L}{6,}/gu))
      // The hyphen counts as a part of the letters beside it.
      if (linesOf(node, index + 1, index + part.length - 1).size > 1) broken.push(part);
  }
  return broken;
})()`;

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

it('names industries as their choice does, and writes other stored keys as words', async () => {
  const person = await site.portal().register();
  await person.put('/api/auth/org', { vertical: 'dog_training', timezone: 'Europe/Berlin' });
  await ingest(person, [
    record('template', { name: 'Erste', vertical: 'dental', category: 'price_list' }),
    { ...record('template', { name: 'Zweite', vertical: 'dog_training' }), externalId: 'second' },
  ]);
  const { page } = await site.open({ colorScheme: 'light', width: 1440, locale: 'de-DE' });
  await site.enter(page, person);

  await page.goto('/templates');
  await page.getByRole('region', { name: 'Leistungsseite' }).waitFor();
  for (const words of ['Zahnmedizin', 'Dog training', 'Price list'])
    await page.getByText(words, { exact: true }).first().waitFor();
  await page.goto('/settings/organization');
  await page.getByLabel('Name der Branche').waitFor();
  expect(await page.getByLabel('Name der Branche').inputValue()).toBe('dog training');
});

it('lists tasks that are done after the open ones', async () => {
  const person = await site.portal().register();
  const made = { completed_at: null, due_date: null, priority: 'high' } as const;
  await ingest(person, [
    record('action_item', { ...made, title: 'First done', status: 'done', completed_at: '2026-01-01T00:00:00.000Z' }),
    { ...record('action_item', { ...made, title: 'Then open', status: 'open', priority: 'low' }), externalId: 'open' },
  ]);
  const { page } = await site.open();
  await site.enter(page, person);
  await page.goto('/tasks');

  await page.getByText('Then open').waitFor();
  expect(await page.getByText(/^(First done|Then open)$/).allTextContents()).toEqual(['Then open', 'First done']);
});

it('breaks long German words between their parts on a narrow phone, and finds them as they are typed', async () => {
  const { page } = await site.open({ colorScheme: 'light', width: 320, locale: 'de-DE' });
  await site.signIn(page);
  const paths = ['/settings/notifications', '/settings/connections', '/measurement', '/visibility'];
  const broken: Record<string, unknown> = {};
  for (const path of paths) {
    await page.goto(path);
    await settled(page);
    broken[path] = await page.evaluate(BROKEN_WORDS);
  }

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('benachrichtigungen');
  await page.getByRole('option', { name: /richtigungen/ }).waitFor();

  expect(broken).toEqual(Object.fromEntries(paths.map((path) => [path, []])));
});
