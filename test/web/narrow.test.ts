import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PAGE_PATHS } from '../../server/http/page-paths.ts';
import { breaches, type Look, settled, siteForThisFile } from '../helpers/browser.ts';
import { record } from '../helpers/records.ts';

const site = siteForThisFile();
const SLOW = { timeout: 240_000 };
const NARROW: Look = { colorScheme: 'light', width: 320, locale: 'de-DE' };
const LONG = `https://maps.example/${'Zahnarztpraxis'.repeat(12)}`;

/** How many pixels a page is wider than the window. */
async function overflowAt(page: Page, path: string) {
  await page.goto(path);
  await settled(page);
  return { path, overflow: await page.evaluate('document.documentElement.scrollWidth - innerWidth') };
}

const wider = (found: { overflow: unknown }[]) => found.filter(({ overflow }) => overflow !== 0);

describe('at 320 pixels', SLOW, () => {
  it('no page of the demo is wider than the window', async () => {
    const { page } = await site.open(NARROW);
    await site.signIn(page);
    const found: Awaited<ReturnType<typeof overflowAt>>[] = [];
    for (const path of PAGE_PATHS.filter((one) => !/:id|^\/operator|consent/.test(one)))
      found.push(await overflowAt(page, path));

    expect(wider(found)).toEqual([]);
    expect(found.length).toBeGreaterThan(30);
  });

  it('no long word or link of what people wrote makes a page wider', async () => {
    const person = await site.portal().register();
    const pipeline = await person.pipeline();
    const sent = await pipeline.post('/api/ingest/records', [
      record('review', { text: LONG, authorName: LONG.slice(0, 120) }),
    ]);
    expect(sent.json().accepted).toBe(1);
    const { id } = (await person.post('/api/cms/pages', { title: LONG.slice(0, 150), content: LONG })).json().data;
    await person.post(`/api/cms/pages/${id}/comments`, { text: LONG });
    await person.post('/api/dashboard/action-items', {
      title: LONG.slice(0, 150),
      description: LONG,
      category: 'seo',
      priority: 'high',
    });
    const { page } = await site.open(NARROW);
    await site.enter(page, person);
    const found: Awaited<ReturnType<typeof overflowAt>>[] = [];
    for (const path of ['/', '/reviews', '/content', `/content/${id}`, '/tasks', '/settings/profile'])
      found.push(await overflowAt(page, path));

    expect(wider(found)).toEqual([]);
  });
});

it('a telephone has all figures of a table in sight, each with its name', SLOW, async () => {
  const { page } = await site.open({ colorScheme: 'dark', width: 390 });
  await site.signIn(page);
  await page.goto('/analytics');
  await settled(page);
  const table = page.getByRole('table', { name: 'Sources' });
  const first = table.getByRole('row').first();

  const cells = await first.getByRole('cell').all();
  const boxes = await Promise.all(cells.map((cell) => cell.boundingBox()));
  const names = await Promise.all(cells.map((cell) => cell.getAttribute('data-head')));

  expect(names).toEqual(['Source', 'Medium', 'Sessions', 'Visitors', 'Conversions', 'Share']);
  for (const box of boxes) expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
  expect(await breaches(page)).toEqual([]);
});
