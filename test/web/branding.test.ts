import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { breaches, type Look, settled, siteForThisFile } from '../helpers/browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-logo-'));
const BRAND_LOGO = join(folder, 'logo.svg');
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 8"><rect width="32" height="8" fill="#8a2be2"/></svg>';
writeFileSync(BRAND_LOGO, LOGO);
afterAll(() => rm(folder, { recursive: true }));

const BRAND_NAME = 'Möller & Söhne Gesundheitsdienstleistungsgesellschaft';
// A yellow on which no white text is legible.
const site = siteForThisFile({ BRAND_NAME, BRAND_COLOR: '#ffd400', BRAND_LOGO });

const OVERFLOW = 'document.documentElement.scrollWidth - innerWidth';

const LOOKS: Look[] = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390, locale: 'de-DE' },
];

it.each(LOOKS)('the pages show name, logo and a legible colour: %j', async (look) => {
  const { page, faults } = await site.open(look);
  await page.goto('/sign-in');
  await settled(page);

  expect(await page.title()).toMatch(new RegExp(` · ${BRAND_NAME}$`));
  expect(await page.locator('header .brand').textContent()).toBe(BRAND_NAME);
  const background = await page.evaluate("getComputedStyle(document.querySelector('[type=submit]')).backgroundColor");
  const [red = 0, green = 0, blue = 255] = String(background).match(/\d+/g)?.map(Number) ?? [];
  expect(red > blue + 50 && green > blue + 50).toBe(true);
  expect(await page.evaluate(OVERFLOW)).toBe(0);
  expect(await breaches(page)).toEqual([]);

  await site.signIn(page);
  for (const path of ['/', '/plan', '/settings/security']) {
    await page.goto(path);
    await settled(page);
    expect([path, await page.evaluate(OVERFLOW), await breaches(page)]).toEqual([path, 0, []]);
  }
  const logo = page.locator('header img');
  expect(await logo.getAttribute('src')).toBe('/logo');
  expect(await logo.boundingBox()).toMatchObject({ width: 112, height: 28 });
  const last = await page.locator('header button').last().boundingBox();
  expect((last?.x ?? look.width) + (last?.width ?? 0)).toBeLessThanOrEqual(look.width);
  expect(faults).toEqual([]);
});

it('the logo is served as a document in which nothing runs', async () => {
  const { page } = await site.open();

  const logo = await page.request.get('/logo');

  expect(await logo.text()).toBe(LOGO);
  expect(logo.headers()).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
});
