import { expect, it } from 'vitest';
import { PAGE_PATHS } from '../../server/http/page-paths.ts';
import { breaches, type Look, settled, siteForThisFile } from '../helpers/browser.ts';

const site = siteForThisFile();

const ACCOUNT_PAGES = /^\/(sign-in|register|forgot-password|reset-password|verify-email|accept-invitation|two-factor)$/;
const LOOKS: Look[] = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
];

it.each(LOOKS)(
  'every page has one heading and no barrier, asks no other host and reports no error: %j',
  async (look) => {
    const [visitor, member] = [await site.open(look), await site.open(look)];
    await site.signIn(member.page);
    const [first] = await (await member.page.request.get('/api/cms/pages')).json();
    const { data: profile } = await (await member.page.request.get('/api/auth/account/profile')).json();
    const ids: Record<string, string> = { '/content/:id': first.id, '/operator/clients/:id': profile.orgId };
    const found: unknown[] = [];

    await Promise.all(
      [visitor, member].map(async ({ page, faults }) => {
        for (const path of PAGE_PATHS.filter((one) => ACCOUNT_PAGES.test(one) === (page === visitor.page))) {
          await page.goto(path.replace(':id', ids[path] ?? ''));
          await settled(page);
          const [headings, violations] = [await page.locator('h1').count(), await breaches(page)];
          const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          if (headings !== 1 || violations.length > 0 || overflow !== 0)
            found.push({ path, headings, overflow, violations });
        }
        found.push(...faults);
      }),
    );

    expect(found).toEqual([]);
  },
  240_000,
);

it('an address without a page says so to a browser, and in JSON to a program', async () => {
  const { page } = await site.open();

  const answer = await page.goto('/no/such/page');
  await settled(page);

  expect(answer?.status()).toBe(404);
  expect(await page.locator('h1').textContent()).toBe('There is nothing at this address');
  const program = await page.request.get('/no/such/page', { headers: { accept: 'application/json' } });
  expect(await program.json()).toMatchObject({ ok: false, code: 'NOT_FOUND' });
});
