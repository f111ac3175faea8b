import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sum, watchScripts } from '../../bench/web/scripts.ts';
import { PAGE_PATHS } from '../../server/web/page-paths.ts';
import { breaches, type Look, OF_LOOKS, settled, siteForThisFile } from '../helpers/browser.ts';
import { storeRuns } from '../helpers/lists/measurement.ts';
import { registerOperator } from '../helpers/operators.ts';

const site = siteForThisFile();

const ACCOUNT_PAGES = /^\/(sign-in|register|forgot-password|reset-password|verify-email|accept-invitation|two-factor)$/;
const OPERATOR_PAGES = /^\/operator/;
// German words are longer.
const LOOKS: Look[] = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390, locale: 'de-DE' },
];

/** Words on buttons, badges and headings of tables that do not fit. */
const CUT = `[...document.querySelectorAll('.mantine-Button-label, .mantine-Badge-label, th, .nav-link, h1, h2')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')
  .map((one) => one.textContent)`;

// In the demo it looks like the page before it: no module, no keys and no webhooks.
const ALIKE = '/settings/webhooks';

/** Goes to another page as a link does: in a second look the scripts of pages are known. */
async function follow(page: Page, path: string) {
  await page.evaluate(`(h1 => { h1.dataset.left = h1.textContent; })(document.querySelector('h1'))`);
  await page.evaluate(`history.pushState({}, '', '${path}')`);
  const arrived = "(h1 => h1 && h1.textContent !== h1.dataset.left)(document.querySelector('h1')) === true";
  await expect.poll(() => page.evaluate(arrived), { interval: 20 }).toBe(true);
}

/** The KiB of script, in brotli, that the sign-in page may load, and any other page of the demo besides. */
const WEIGHTS = { first: 220, further: 130 };

it.each(LOOKS)(
  'every page has one heading, no barrier and no word cut off, asks no other host, reports no error and is light: %j',
  async (look) => {
    const first = look === LOOKS[0];
    const [visitor, member, operator] = [await site.open(look), await site.open(look), await site.open(look)];
    await site.signIn(member.page);
    await site.enter(operator.page, await registerOperator(site.portal()));
    const readerOf = (path: string) => {
      if (OPERATOR_PAGES.test(path)) return operator;
      return ACCOUNT_PAGES.test(path) ? visitor : member;
    };
    const [made] = await (await member.page.request.get('/api/cms/pages')).json();
    const { data: profile } = await (await member.page.request.get('/api/auth/account/profile')).json();
    const { data: portfolios } = await (await operator.page.request.get('/api/operator/portfolios')).json();
    const [run] = await storeRuns(site.portal(), profile, [new Date()]);
    const ids: Record<string, string> = {
      '/content/:id': made.id,
      '/measurement/runs/:id': run?.id ?? '',
      '/operator/clients/:id': profile.orgId,
      '/operator/portfolios/:id': portfolios[0].id,
    };
    const found: unknown[] = [];
    const weights = new Map<string, ReadonlyMap<string, number>>();

    await Promise.all(
      [visitor, member, operator].map(async (reader) => {
        const { page, faults } = reader;
        for (const [turn, path] of PAGE_PATHS.filter((one) => readerOf(one) === reader).entries()) {
          const { scripts, stop } = watchScripts(page);
          const url = path.replace(':id', ids[path] ?? '');
          await (first || turn === 0 || path === ALIKE ? page.goto(url) : follow(page, url));
          await settled(page);
          // A page that was followed to finds the checks warm; so all rules apply there, and to one page with the wide
          // frame.
          const violations = await breaches(page, first && turn > 0 ? OF_LOOKS : undefined);
          const headings = await page.locator('h1').count();
          const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          const cut = (await page.evaluate(CUT)) as string[];
          if (headings !== 1 || violations.length > 0 || overflow !== 0 || cut.length > 0)
            found.push({ path, headings, overflow, cut, violations });
          stop();
          weights.set(path, scripts);
        }
        found.push(...faults);
      }),
    );
    expect(found).toEqual([]);
    if (!first) return;

    const signIn = weights.get('/sign-in') ?? new Map();
    const further = [...weights].map(([path, scripts]) => {
      const kib = sum([...scripts].flatMap(([name, size]) => (signIn.has(name) ? [] : [size])));
      return { path, kib };
    });

    expect(sum(signIn.values())).toBeGreaterThan(WEIGHTS.first / 4);
    expect(sum(signIn.values())).toBeLessThan(WEIGHTS.first);
    expect(Math.max(...further.map(({ kib }) => kib))).toBeGreaterThan(WEIGHTS.further / 4);
    expect(further.filter(({ kib }) => kib > WEIGHTS.further)).toEqual([]);
  },
  240_000,
);

it('an address without a page says so to a browser, and in JSON to a program', async () => {
  const { page } = await site.open();

  const answer = await page.goto('/no/such/page');
  await settled(page);

  expect(answer?.status()).toBe(404);
  expect(await page.locator('h1').textContent()).toBe('Page not found');
  expect(await page.getByRole('navigation').count()).toBe(0);
  await page.getByRole('banner').getByText('Client portal').waitFor();
  await site.enter(page, await site.portal().register());
  await page.goto('/no/such/page?from=a-link');
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  for (const path of ['content', 'measurement/runs']) {
    await page.goto(`/${path}/00000000-0000-7000-8000-000000000000`);
    await page.getByText('Page not found. The link may be outdated or incomplete.').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  }
  const program = await page.request.get('/no/such/page', { headers: { accept: 'application/json' } });
  expect(await program.json()).toMatchObject({ ok: false, code: 'NOT_FOUND' });
});
