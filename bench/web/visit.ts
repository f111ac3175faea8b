import type { Browser, BrowserContext, Page } from 'playwright-core';
import { settled } from '../../ops/browser/chromium.ts';
import { watchScripts } from './scripts.ts';

/** Whom a page is opened as: cookies, or none. */
export type Visitor = Awaited<ReturnType<BrowserContext['storageState']>> | undefined;

/** How a page came up. */
export interface Visit {
  scripts: ReadonlyMap<string, number>;
  /** Largest Contentful Paint, in milliseconds since the page was asked for. */
  lcp: number;
  /** The sum of all shifts of the layout. Of one visit this is at least the Cumulative Layout Shift. */
  shift: number;
  /** The elements that were shifted. */
  shifted: string[];
}

// Runs in the page, before its own scripts.
const OBSERVE = `
  const seen = (globalThis.seen = { lcp: 0, shift: 0, shifted: [] });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.lcp = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, sources, hadRecentInput } of list.getEntries()) {
      if (hadRecentInput) continue;
      seen.shift += value;
      seen.shifted.push(...sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 80)));
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Opens an address in an empty window until nothing is on its way. */
async function comeUp(page: Page, url: string): Promise<Visit> {
  await page.addInitScript(OBSERVE);
  const { scripts } = watchScripts(page);
  await page.goto(url);
  await settled(page);
  await page.waitForLoadState('networkidle');
  await settled(page);
  const seen = (await page.evaluate('globalThis.seen')) as Omit<Visit, 'scripts'>;
  return { scripts, ...seen };
}

/** Opens a page in a new window, with nothing in its cache. */
export async function visit(browser: Browser, url: string, visitor: Visitor, width: number): Promise<Visit> {
  await using context = await browser.newContext({
    viewport: { width, height: 900 },
    ...(visitor && { storageState: visitor }),
  });
  // Awaited, as the window is closed on return.
  return await comeUp(await context.newPage(), url);
}
