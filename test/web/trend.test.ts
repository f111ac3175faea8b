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
    expect(await rows.nth(2).textContent()).toContain('What implants cost');
    expect(faults).toEqual([]);
  },
  120_000,
);
