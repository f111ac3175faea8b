import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { aeoEvidence } from '../../db/schema/index.ts';
import { settled, siteForThisFile } from '../helpers/browser.ts';
import { clientDb } from '../helpers/client-db.ts';
import { fullScan, ingest } from '../helpers/reported.ts';
import { aeo, answer } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const site = siteForThisFile();

it('the trend places scans by their time', async () => {
  const { page, faults } = await site.open({ colorScheme: 'light', width: 1440 });
  const person = await site.portal().register();
  const pipeline = await person.pipeline();
  const days = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-28', '2026-06-30'];
  for (const day of days) await pipeline.post('/api/ingest/scans', scan({ completedAt: `${day}T12:00:00Z` }));

  await site.enter(page, person);
  await page.goto('/visibility');
  await settled(page);
  const dots = page.locator('.recharts-line-dots').first().locator('circle');
  await dots.nth(4).waitFor({ state: 'attached' });
  const [first = 0, second = 0, third = 0, fourth = 0, last = 0] = await dots.evaluateAll((all) =>
    all.map((dot) => Number(dot.getAttribute('cx'))),
  );

  const day = (last - first) / 29;
  expect([second - first, third - first, fourth - first].map((width) => Math.round((10 * width) / day) / 10)).toEqual([
    1, 2, 27,
  ]);
  expect(faults).toEqual([]);
});

it('areas, components and listings are named in German, and the verified ones that differ are counted', async () => {
  const { page, faults } = await site.open({ colorScheme: 'light', width: 1440, locale: 'de-DE' });
  const person = await site.portal().register();
  await ingest(person, fullScan());

  await site.enter(page, person);
  await page.goto('/visibility');
  await page.getByText('Grundlage').first().waitFor();
  await page.getByText('KI-Suche als Teil des Werts').first().waitFor();
  const english = await page.getByText('Foundation', { exact: true }).count();
  await page.goto('/listings');
  await settled(page);
  const wrong = await page.locator('.tag').getByText('Zu korrigieren', { exact: true }).count();

  await page.getByText(`${wrong} zu korrigieren`, { exact: true }).waitFor();
  expect(english).toBe(0);
  expect(wrong).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

it('a first scan of another source says why it is not compared with those before, and no line joins them', async () => {
  const { page } = await site.open();
  const person = await site.portal().register();
  const pipeline = await person.pipeline();
  for (const time of ['2026-06-01T12:00:00Z', '2026-06-08T12:00:00Z', '2026-06-08T14:00:00Z']) {
    const answers = Array.from({ length: 20 }, (_, n) => answer({ mentioned: n < 10, prompt: `Question ${n}` }));
    const sent = await pipeline.post('/api/ingest/scans', scan({ completedAt: time, aeo: aeo({ answers }) }));
    // What the portal's own first measurement stores.
    if (time.includes('T14'))
      await clientDb(site.portal(), person.orgId)
        .update(aeoEvidence)
        .set({ source: 'own', change: null })
        .where(eq(aeoEvidence.runId, sent.json().runId));
  }
  await site.enter(page, person);
  await page.goto('/ai-search');

  await page.getByText('Latest scan: not comparable, because it is the first scan of its source').waitFor();
  const history = page.getByRole('region', { name: 'Mention rate over time' });
  const lines = history.locator('.recharts-line-curve');
  await lines.nth(2).waitFor({ state: 'attached' });
  const drawn = await lines.evaluateAll((all) => all.map((line) => line.getAttribute('d')?.match(/[ML]/g)?.join('')));
  const dots = await history.locator('.recharts-line-dots').first().locator('circle').count();
  await history.getByRole('button', { name: 'Show as table' }).click();
  const days = await history.getByRole('row').locator(':is(td, th):first-child').allTextContents();

  expect(drawn).toEqual(['MLM', 'MLM', 'MLM']);
  expect(dots).toBe(3);
  expect(days).toEqual([
    'Date',
    expect.stringMatching(/Jun 8, 2026, .*:00/),
    expect.stringMatching(/Jun 8, 2026, .*:00/),
    'Jun 1, 2026',
  ]);
});

it('shows a chart once its notes are known, which move nothing below it', async () => {
  const person = await site.portal().register();
  const pipeline = await person.pipeline();
  for (const day of ['2026-06-01', '2026-06-08'])
    await pipeline.post('/api/ingest/scans', scan({ completedAt: `${day}T12:00:00Z` }));
  await person.post('/api/annotations', { date: '2026-06-03', text: 'New website online' });
  const { page } = await site.open();
  await site.enter(page, person);
  const held = Promise.withResolvers<void>();
  await page.route(/annotations\.list/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/annotations\.list/);
  await page.goto('/visibility');
  await asked;
  const history = page.getByRole('region', { name: 'Score over time' });
  const before = await history.count();
  held.resolve();
  await history.getByText('New website online').waitFor();

  expect(before).toBe(0);
});

it.each([
  [1440, ['A', 'B, C']],
  [390, ['A', 'B, C']],
] as const)('notes a day apart are one mark that names both, %i pixels wide', async (width, labels) => {
  const { page, faults } = await site.open({ colorScheme: 'dark', width, locale: 'de-DE' });
  const person = await site.portal().register();
  const pipeline = await person.pipeline();
  for (const day of ['2025-06-01', '2026-06-30'])
    await pipeline.post('/api/ingest/scans', scan({ completedAt: `${day}T12:00:00Z` }));
  for (const [date, text] of [
    ['2025-09-01', 'New website'],
    ['2026-03-01', 'Closed for a week'],
    ['2026-03-02', 'Open again'],
  ])
    await person.post('/api/annotations', { date, text });
  await site.enter(page, person);

  await page.goto('/visibility');
  await settled(page);
  const marks = page.locator('.recharts-wrapper').first().locator('.recharts-label');
  await marks.nth(1).waitFor({ state: 'attached' });

  expect(await marks.allTextContents()).toEqual(labels);
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: /Closed for a week|Open again/ })
      .count(),
  ).toBe(2);
  expect(faults).toEqual([]);
});
