import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { breaches, type Look, settled, siteForThisFile } from '../helpers/browser.ts';
import type { Person } from '../helpers/people.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';

const site = siteForThisFile();
const SLOW = { timeout: 120_000 };
const DAY = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

const tiles = (page: Page) => page.getByRole('list', { name: 'Figures' }).getByRole('listitem');
const tile = (page: Page, name: string) => tiles(page).filter({ has: page.getByRole('link', { name, exact: true }) });

/** Visits on a day of this period and on one of the period before. */
async function sendVisits(person: Person, now: number, before: number) {
  const pipeline = await person.pipeline();
  const visits = [
    record('website_daily', { date: daysAgo(3), sessions: now, topPages: [], channels: [] }),
    record('website_daily', { date: daysAgo(40), sessions: before, topPages: [], channels: [] }),
  ];
  const sent = await pipeline.post('/api/ingest/records', visits);
  expect(sent.json().accepted).toBe(2);
}

async function opened(person: Person, look?: Look) {
  const window = await site.open(look);
  await site.enter(window.page, person);
  await window.page.goto('/');
  await settled(window.page);
  return window;
}

describe('the overview', SLOW, () => {
  it.each<Look>([
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 390 },
  ])(
    'shows what is there without a scan, with its change in percent, its period and where it leads: %j',
    async (look) => {
      const person = await site.portal().register();
      await sendVisits(person, 150, 100);
      const { page, faults } = await opened(person, look);

      const visits = await tile(page, 'Visits').textContent();
      const names = await tiles(page).getByRole('link').allInnerTexts();
      const barriers = await breaches(page);
      await tile(page, 'Visits').getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: 'Website' }).waitFor();

      expect(visits).toMatch(/150\s*▲ \+50%/);
      expect(visits).toContain('(better)');
      expect(visits).toContain('Last 30 days · 100 in the 30 days before');
      expect(names).not.toContain('Visibility score');
      expect(barriers).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  it('compares the score with the scan of a month ago, and says which figures are better', async () => {
    const person = await site.portal().register();
    const pipeline = await person.pipeline();
    for (const [days, dynamicScore] of [
      [45, 60],
      [30, 61],
      [1, 66.8],
      [0, 66.8],
    ] as const)
      await pipeline.post(
        '/api/ingest/scans',
        scan({ completedAt: `${daysAgo(days)}T00:00:01Z`, overall: { rawScore: 60, dynamicScore, confidence: 0.8 } }),
      );
    await sendVisits(person, 50, 100);
    const { page } = await opened(person);

    const score = await tile(page, 'Visibility score').textContent();
    const main = await page.getByRole('main').textContent();

    expect(score).toMatch(/66\.8\s*▲ \+5\.8 since [A-Z][a-z]+ \d+ \(better\)/);
    expect(main).toContain('Better than a month ago: Visibility score. Worse than a month ago: Visits.');
  });

  it('compares the rating with the year before in stars', async () => {
    const person = await site.portal().register();
    const pipeline = await person.pipeline();
    const review = (externalId: string, days: number, rating: number) => ({
      ...record('review', { rating, publishedAt: `${daysAgo(days)}T10:00:00.000Z` }),
      externalId,
    });
    await pipeline.post('/api/ingest/records', [review('a', 400, 5), review('b', 500, 5), review('c', 10, 4.9)]);
    const { page } = await opened(person);

    const shown = await tile(page, 'Reviews').textContent();

    expect(shown).toContain('▼ −0.1 (worse)');
    expect(shown).toContain('· 5 in the 12 months before');
  });

  it('leads from the work of the month to what it counts', async () => {
    const person = await site.portal().register();
    const pipeline = await person.pipeline();
    const done = (title: string, days: number) =>
      record('action_item', { title, status: 'done', completed_at: new Date(Date.now() - days * DAY).toISOString() });
    await pipeline.post('/api/ingest/records', [done('Done just now', 0), done('Done long ago', 60)]);
    const { page } = await opened(person);

    await tile(page, 'Work done this month').getByRole('link', { name: 'Work done this month' }).click();
    await page.getByText('Done just now').waitFor();
    const shown = await page.getByText(/^Done (just now|long ago)$/).allTextContents();
    await page.getByRole('link', { name: 'All' }).click();
    await page.getByText('Done long ago').waitFor();

    expect(shown).toEqual(['Done just now']);
  });

  it('compares clicks from search over days that search engines have reported', async () => {
    const person = await site.portal().register();
    const pipeline = await person.pipeline();
    const clicks = (days: number, count: number) => record('search_daily', { date: daysAgo(days), clicks: count });
    await pipeline.post('/api/ingest/records', [clicks(1, 50), clicks(5, 100), clicks(35, 100)]);
    const { page } = await opened(person);

    const shown = await tile(page, 'Clicks from search').textContent();

    expect(shown).toContain('100 on the day before');
    expect(shown).toContain('(no change)');
  });

  it('ticks off the first steps that are done, and forgets them once they are hidden', async () => {
    const person = await site.portal().register();
    await person.post('/api/cms/pages', { title: 'Implants' });
    await sendVisits(person, 10, 10);
    const { page } = await opened(person);
    const steps = page.getByRole('region', { name: 'First steps' });

    await steps.getByText('2 of 6 done').waitFor();
    const open = await steps.getByRole('link').allInnerTexts();
    await steps.getByRole('button', { name: 'Hide' }).click();
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await settled(page);

    expect(open).toEqual(['Measure now', 'Set a goal', 'Ask a question', 'Invite colleagues']);
    expect(await steps.count()).toBe(0);
  });
});
