import { expect, it } from 'vitest';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';

const site = siteForThisFile();

/** Words on buttons and badges that do not fit, in width or in height. */
const CUT = `[...document.querySelectorAll('.mantine-Button-label, .mantine-Badge-label')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight)
  .map((one) => one.textContent)`;

// A loaded machine takes seconds to load a page.
const SLOW = { timeout: 120_000 };

it(
  'shows no empty tables, charts and filters to an organization without figures, and what to do first',
  SLOW,
  async () => {
    const { page, faults } = await site.open({ colorScheme: 'dark', width: 390, locale: 'de-DE' });
    await site.enter(page, await site.portal().register());
    const main = page.getByRole('main');

    await page.goto('/analytics');
    await settled(page);
    const frames = await main.getByRole('button', { name: 'Als Tabelle anzeigen' }).count();
    const tables = await main.getByRole('table').count();
    const found = await breaches(page);
    await page.goto('/ai-search');
    await settled(page);
    await main.getByRole('link', { name: 'KI-Suche messen' }).waitFor();
    const filters = await main.getByRole('searchbox').count();
    expect({ frames, tables, filters }).toEqual({ frames: 0, tables: 0, filters: 0 });
    expect([...found, ...(await breaches(page))]).toEqual([]);
    expect(faults).toEqual([]);
  },
);

it('writes what is on buttons and badges in full at 320 pixels', SLOW, async () => {
  const { page } = await site.open({ colorScheme: 'dark', width: 320, locale: 'de-DE' });
  await site.enter(page, await site.portal().register());
  const cut: unknown[] = [];
  for (const path of ['/', '/insights', '/settings/connections']) {
    await page.goto(path);
    await settled(page);
    cut.push(...((await page.evaluate(CUT)) as string[]));
  }

  expect(cut).toEqual([]);
});

it('offers members the emails that they can get, and administrators theirs too', SLOW, async () => {
  const admin = await site.portal().register();
  const offered: string[][] = [];
  for (const person of [admin, await site.portal().join(admin)]) {
    const { page, faults } = await site.open();
    await site.enter(page, person);
    await page.goto('/settings/notifications');
    await settled(page);
    const switches = page.getByRole('main').getByRole('switch');
    offered.push(
      await switches.evaluateAll((all) => all.map((one) => one.closest('.mantine-Switch-root')?.textContent ?? '')),
    );
    await page.getByText('By 5 points or more since the previous scan.').waitFor();
    expect(await breaches(page)).toEqual([]);
    expect(faults).toEqual([]);
  }

  expect(offered.map(({ length }) => length)).toEqual([4, 3]);
  expect(offered[1]?.join()).not.toMatch(/payment|review/);
});

it('copies the address for assistants', SLOW, async () => {
  const { page } = await site.open();
  await site.enter(page, await site.portal().register());

  await page.goto('/settings/assistants');
  await page.getByText(/^http.*\/mcp$/).waitFor();

  expect(await page.getByRole('button', { name: 'Copy: Address of the portal' }).count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Copy: Address of the portal' }).isEnabled()).toBe(true);
});
