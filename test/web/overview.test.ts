import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { breaches, type Look, settled, siteForThisFile } from '../helpers/browser.ts';
import { registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { record } from '../helpers/records.ts';

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
      expect(visits).toContain('Last 30 days · 100 before');
      expect(names).not.toContain('Visibility score');
      expect(barriers).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  it('says that less is worse, and marks no change where there is nothing to compare with', async () => {
    const person = await site.portal().register();
    await sendVisits(person, 90, 120);
    await person.post('/api/dashboard/action-items', {
      title: 'Answer the reviews',
      category: 'seo',
      priority: 'high',
    });
    const { page } = await opened(person);

    expect(await tile(page, 'Visits').textContent()).toMatch(/▼ -25%[\s\S]*\(worse\)/);
    expect(await tile(page, 'Open tasks').textContent()).not.toMatch(/[▲▼%]/);
  });

  it('counts the work that was done this month', async () => {
    const person = await site.portal().register();
    const { data } = (await person.post('/api/cms/pages', { title: 'Implants' })).json();
    await person.put(`/api/cms/pages/${data.id}`, { status: 'published' });
    const items = ['Answer the reviews', 'Call Yelp'].map((title) =>
      person.post('/api/dashboard/action-items', { title, category: 'seo', priority: 'high' }),
    );
    const [done] = await Promise.all(items);
    await person.put(`/api/dashboard/action-items/${done?.json().data.id}`, { status: 'done' });
    const { work } = (await person.get('/api/visibility/overview')).json().data;
    const { page } = await opened(person);

    expect(work).toEqual({ tasksDone: 1, pagesPublished: 1 });
    expect(await tile(page, 'Work done this month').textContent()).toContain('1 task, 1 page published');
  });

  it('offers administrators what is not connected, in the order of use, and of the parts they have', async () => {
    const portal = site.portal();
    const person = await portal.register();
    const offers = async () => {
      const { page } = await opened(person);
      return page.getByRole('region', { name: 'Get more figures' }).getByRole('link').allInnerTexts();
    };
    const all = await offers();
    await sendVisits(person, 10, 10);
    const operator = await registerOperator(portal);
    await operator.put(`/api/operator/clients/${person.orgId}`, { modules: ['website', 'reviews', 'goals'] });

    expect(all).toEqual([
      'Connect Google Analytics',
      'Connect Google Search Console',
      'Connect Google Business Profile',
      'Measure AI search',
      'Import a file',
    ]);
    expect(await offers()).toEqual(['Connect Google Business Profile', 'Import a file']);
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
