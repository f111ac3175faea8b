import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { settled, siteForThisFile } from '../helpers/browser.ts';

const site = siteForThisFile();
const SLOW = { timeout: 120_000 };

const BUSY = {
  message: 'The portal is busy. Please try again shortly.',
  code: -32_603,
  data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, errorCode: 'SERVICE_UNAVAILABLE', retryAfter: 1 },
};

/** Answers calls with 503 while `/readyz` is well, as a portal with too much to do does. Returns what ends it. */
async function busy(page: Page, calls: RegExp) {
  let refused = 0;
  await page.route(calls, (route) => {
    refused++;
    const { pathname, searchParams } = new URL(route.request().url());
    const json = searchParams.has('batch') ? pathname.split(',').map(() => ({ error: BUSY })) : { error: BUSY };
    return route.fulfill({ status: 503, json });
  });
  return { end: () => page.unroute(calls), refused: () => refused };
}

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'The portal is busy. We’ll keep trying.' });

describe('while calls are refused by a portal that is well', SLOW, () => {
  it('a page says that it tries again, and shows its figures once they come', async () => {
    const { page } = await site.open();
    await site.signIn(page);
    await page.goto('/competitors');
    await settled(page);

    const portal = await busy(page, /\/trpc\/.*listingHealth/);
    await page.getByRole('link', { name: 'Listings' }).click();
    await notice(page).waitFor();
    const before = portal.refused();
    // More than the tries of one call: the page goes on after they are used up.
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).first().waitFor();
    await expect.poll(portal.refused, { timeout: 60_000 }).toBeGreaterThan(before + 5);
    await portal.end();
    await notice(page).getByRole('button', { name: 'Try again' }).click();
    await notice(page).waitFor({ state: 'detached' });
    await settled(page);

    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('a window that is opened says so instead of staying grey, and comes by itself', async () => {
    const { page } = await site.open();
    await site.signIn(page);

    const portal = await busy(page, /\/trpc\/.*account\.profile/);
    await page.goto('/listings');
    await page.getByRole('alert').filter({ hasText: 'The portal is busy. We’ll keep trying.' }).waitFor();
    await expect.poll(portal.refused, { timeout: 60_000 }).toBeGreaterThan(1);
    await portal.end();

    await page.getByRole('heading', { level: 1, name: 'Listings' }).waitFor();
  });
});
