import { describe, expect, it } from 'vitest';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { scan } from '../helpers/scans.ts';

const site = siteForThisFile();

// A loaded machine takes seconds to load a page.
const SLOW = { timeout: 120_000 };

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();

describe('a new organization', SLOW, () => {
  it('sees its first steps on the overview, a member only those open to members', async () => {
    const admin = await site.portal().register();
    const member = await site.portal().join(admin);
    const steps: string[][] = [];
    for (const person of [admin, member]) {
      const { page, faults } = await site.open({ colorScheme: 'light', width: 390 });
      await site.enter(page, person);
      await page.goto('/');
      await settled(page);
      const names = [
        'Measure now',
        'Connect your tools',
        'Write a page',
        'Set a goal',
        'Ask a question',
        'Invite colleagues',
      ];
      const links = page.getByRole('main').getByRole('link');
      await links.first().waitFor();
      const shown = await links.allInnerTexts();
      steps.push(names.filter((name) => shown.includes(name)));
      expect(await page.getByText('Not measured yet').count()).toBe(1);
      expect(await page.getByText('of 100').count()).toBe(0);
      expect(await breaches(page)).toEqual([]);
      if (person === admin) {
        await page.getByRole('link', { name: 'Set a goal' }).click();
        await page.getByRole('heading', { level: 1, name: 'Goals' }).waitFor();
      }
      expect(faults).toEqual([]);
    }

    // The administrator has a colleague already.
    expect(steps.map(({ length }) => length)).toEqual([5, 3]);
  });
});

it('a page that shows everything says so, and a period that is chosen narrows it', SLOW, async () => {
  const { page, faults } = await site.open();
  const person = await site.portal().register();
  const pipeline = await person.pipeline();
  for (const days of [400, 50, 1]) await pipeline.post('/api/ingest/scans', scan({ completedAt: daysAgo(days) }));
  await site.enter(page, person);
  await page.goto('/visibility');
  await settled(page);
  const rowsShown = async () => {
    await settled(page);
    return page.getByRole('table', { name: 'Score over time' }).getByRole('row').count();
  };

  expect(await page.getByRole('radio', { name: 'All', exact: true }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Show as table' }).first().click();
  expect(await rowsShown()).toBe(1 + 3);
  await page.getByText('30 days', { exact: true }).click();
  await expect.poll(rowsShown).toBe(1 + 1);
  expect(page.url()).toContain('from=');
  await page.getByText('All', { exact: true }).click();
  await expect.poll(rowsShown).toBe(1 + 3);
  expect(page.url()).not.toContain('from=');
  expect(faults).toEqual([]);
});
