import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sum, watchScripts } from '../../bench/web/scripts.ts';
import { PAGE_PATHS } from '../../server/http/page-paths.ts';
import { settled, siteForThisFile } from '../helpers/browser.ts';

const site = siteForThisFile();

const FIRST = 220;
const FURTHER = 130;

/** The KiB of scripts that a page loads, in brotli, by name. */
async function scriptsOf(page: Page, path: string) {
  const scripts = watchScripts(page);
  await page.goto(path);
  await settled(page);
  await page.waitForLoadState('networkidle');
  return scripts;
}

it('loads at most 220 KiB of script to sign in, and 130 KiB more for any other page of the demo', async () => {
  const visitor = await site.open();
  const first = await scriptsOf(visitor.page, '/sign-in');
  // Charts are loaded where there is something to draw.
  const member = await site.open();
  await site.signIn(member.page);
  const cookies = await member.page.context().cookies();
  const [made] = await (await member.page.request.get('/api/cms/pages')).json();
  const heavy: unknown[] = [];
  let heaviest = 0;
  for (const path of PAGE_PATHS) {
    const { page } = await site.open();
    await page.context().addCookies(cookies);
    const loaded = await scriptsOf(page, path.replace(':id', made.id));
    const more = sum([...loaded].flatMap(([name, size]) => (first.has(name) ? [] : [size])));
    heaviest = Math.max(heaviest, more);
    if (more > FURTHER) heavy.push({ path, more });
    await page.context().close();
  }

  expect(sum(first.values())).toBeGreaterThan(FIRST / 4);
  expect(sum(first.values())).toBeLessThan(FIRST);
  expect(heaviest).toBeGreaterThan(FURTHER / 4);
  expect(heavy).toEqual([]);
}, 300_000);
