import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { breaches, type Look, settled, siteForThisFile } from '../helpers/browser.ts';
import { scan } from '../helpers/scans.ts';

const site = siteForThisFile();

it.each<Look>([
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
])(
  'the trend marks the scans before which pages were published, and names them in its table: %j',
  async (look) => {
    const { page, faults } = await site.open(look);
    const portal = site.portal();
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
    for (const days of [9, 5, 1]) await pipeline.post('/api/ingest/scans', scan({ completedAt: daysAgo(days) }));
    const made = await person.post('/api/cms/pages', { title: 'What implants cost', status: 'published' });
    const { id } = made.json().data;
    await portal.deps.database.accounts.execute(sql`update pages set published_at = ${daysAgo(7)} where id = ${id}`);
    await person.post('/api/cms/pages', { title: 'Published after the last scan', status: 'published' });

    await site.enter(page, person);
    await page.goto('/visibility');
    await settled(page);
    const marks = page.getByRole('region', { name: 'Pages published before the marked scans' });
    await marks.getByRole('link', { name: 'What implants cost' }).waitFor();
    await page.locator('.recharts-reference-line').waitFor({ state: 'attached' });
    expect(await page.locator('.recharts-reference-line').count()).toBe(1);
    expect(await marks.getByRole('link').count()).toBe(1);
    expect(await breaches(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show as table' }).first().click();
    const rows = page.getByRole('table', { name: 'Score over time' }).getByRole('row');

    expect(await rows.filter({ hasText: 'What implants cost' }).count()).toBe(1);
    // A telephone has no row of heads.
    const ofScans = rows.filter({ has: page.getByRole('cell') });
    expect(await ofScans.nth(1).textContent()).toContain('What implants cost');
    expect(faults).toEqual([]);
  },
  120_000,
);

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
