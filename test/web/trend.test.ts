import { expect, it } from 'vitest';
import { settled, siteForThisFile } from '../helpers/browser.ts';
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
