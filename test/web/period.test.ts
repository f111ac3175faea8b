import { expect, it } from 'vitest';
import { settled, siteForThisFile } from '../helpers/browser.ts';
import { scan } from '../helpers/scans.ts';

const site = siteForThisFile();
const SLOW = { timeout: 120_000 };

it('marks the period that is shown', SLOW, async () => {
  const { page, faults } = await site.open();
  const person = await site.portal().register();
  const pipeline = await person.pipeline();
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
  for (const days of [200, 1]) await pipeline.post('/api/ingest/scans', scan({ completedAt: daysAgo(days) }));
  await site.enter(page, person);
  const period = page.getByRole('radiogroup', { name: 'Period' });
  const chosen = () => period.getByRole('radio', { checked: true }).getAttribute('value');
  const scans = page.getByRole('table', { name: 'Score over time' }).locator('tbody tr');
  const asTable = async () => {
    await settled(page);
    const button = page.getByRole('region', { name: 'Score over time' }).getByRole('button', { name: /^Show as/ });
    if ((await button.textContent()) === 'Show as table') await button.click();
  };

  await page.goto('/visibility');
  await asTable();
  expect([await chosen(), await scans.count()]).toEqual(['all', 2]);

  await period.getByText('30 days').click();
  await page.waitForURL(/from=/);
  await asTable();
  await expect.poll(() => scans.count()).toBe(1);
  expect([await chosen(), new URL(page.url()).search]).toEqual(['month', expect.stringMatching(/^\?from=/)]);

  await period.getByText('All').click();
  await page.waitForURL(/visibility$/);
  await asTable();
  await expect.poll(() => scans.count()).toBe(2);
  expect([await chosen(), new URL(page.url()).search]).toEqual(['all', '']);

  for (const [path, unchosen] of [
    ['/reviews', 'all'],
    ['/analytics', 'month'],
  ] as const) {
    await page.goto(path);
    await settled(page);
    expect([path, await chosen()]).toEqual([path, unchosen]);
  }
  expect(faults).toEqual([]);
});
