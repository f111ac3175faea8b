import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { breaches, type Look, settled, siteForThisFile } from '../helpers/browser.ts';

const site = siteForThisFile();

const LOOKS: Look[] = [{ colorScheme: 'dark', width: 390 }];

const FILE = 'Datum;Klicks;Impressionen;Rang\n14.02.2026;3;120;4,5\n15.02.2026;viele;140;4\n';

it.each(LOOKS)('a file is looked at, its columns are chosen, and its rows taken in: %j', async (look) => {
  const { page, faults } = await site.open(look);
  await site.signIn(page);
  const file = join(tmpdir(), `search-${look.width}.csv`);
  writeFileSync(file, FILE);
  await page.goto('/settings/import');
  await page.getByLabel('What the file contains').selectOption('search_daily');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('No row of this file can be imported.').waitFor();

  await page.getByLabel('Field of the column Rang').selectOption('position');
  await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
  await settled(page);
  const violations = await breaches(page);
  const shots = process.env.SHOTS;
  if (shots) await page.screenshot({ path: `${shots}/import-${look.width}.png`, fullPage: true });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download rejected rows' }).click();
  await saved;
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('The file was imported.').waitFor();

  expect(violations).toEqual([]);
  expect(faults).toEqual([]);
  const { data } = await (await page.request.get('/api/visibility/search?from=2026-02-14&to=2026-02-15')).json();
  expect(data.totals.days).toBeGreaterThan(0);
});

it('a file in another encoding is refused in a sentence, and one of Excel in UTF-16 is read', async () => {
  const { page, faults } = await site.open();
  await site.signIn(page);
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.goto('/settings/import');
  await page.getByLabel('What the file contains').selectOption('search_daily');

  await choose('latin.csv', Buffer.from('Datum;Klicks;Impressionen;Größe\n', 'latin1'));
  await page.getByText('The file is not UTF-8 text.').waitFor();
  await choose('excel.csv', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(FILE, 'utf16le')]));
  await page.getByText('No row of this file can be imported.').waitFor();

  expect(await page.getByText('The file is not UTF-8 text.').count()).toBe(0);
  expect(faults).toEqual([]);
});

it('search figures are shown by query and page', async () => {
  const { page, faults } = await site.open();
  await site.signIn(page);

  await page.goto('/search');
  await page.getByRole('heading', { name: 'Rose most' }).waitFor();

  expect(faults).toEqual([]);
  expect(await page.locator('h1').textContent()).toBe('Search');
});
