import { expect, it } from 'vitest';
import { settled, siteForThisFile } from '../helpers/browser.ts';
import { readPdf } from '../helpers/pdf.ts';

const site = siteForThisFile();
const SLOW = { timeout: 120_000 };

it.each([
  { colorScheme: 'light', width: 1440, locale: 'en-US' },
  { colorScheme: 'dark', width: 390, locale: 'de-DE' },
] as const)(
  'prints in light colors with whole charts, and without what is only clicked: $colorScheme, $width',
  SLOW,
  async (look) => {
    const { page, faults } = await site.open(look);
    await site.signIn(page);
    await page.goto('/visibility');
    await settled(page);
    await page.locator('.recharts-line').first().waitFor();
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    const before = await scheme();
    // As beforeprint leaves it for the paper.
    await page.evaluate(
      'addEventListener("beforeprint", () => { window.printed = document.documentElement.getAttribute("data-mantine-color-scheme") })',
    );

    const { text } = await readPdf(await page.pdf({ format: 'A4' }));
    const printed = await page.evaluate('window.printed');
    const after = await scheme();
    await page.emulateMedia({ media: 'print' });
    const box = await page.locator('.trend').first().boundingBox();
    const surface = await page.locator('.trend .recharts-surface').first().boundingBox();
    const tabs = await page.locator('.tabs').isVisible();

    expect([before, printed, after]).toEqual([look.colorScheme, 'light', look.colorScheme]);
    expect((surface?.x ?? 0) + (surface?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0) + 1);
    expect(tabs).toBe(false);
    expect(text).not.toMatch(/Delete|Löschen|Add a note|Notiz hinzufügen/);
    expect(text).toMatch(/Raw score|Rohwert/);
    expect(faults).toEqual([]);
  },
);
