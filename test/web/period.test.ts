import { expect, it } from 'vitest';
import { plusDays } from '../../routers/values/days.ts';
import { settled, siteForThisFile } from '../helpers/browser.ts';
import { scan } from '../helpers/scans.ts';

const site = siteForThisFile();
const SLOW = { timeout: 120_000 };

it('marks the period that is shown', SLOW, async () => {
  const { page, faults } = await site.open();
  const person = await site.portal().register();
  const pipeline = await person.pipeline();
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
  for (const days of [200, 1]) await pipeline.post('/api/ingest/scans', scan({ completedAt: daysAgo(days) }));
  await site.enter(page, person);
  const period = page.getByRole('radiogroup', { name: 'Period' });
  const chosen = () => period.getByRole('radio', { checked: true }).getAttribute('value');
  const scans = page.getByRole('table', { name: 'Score over time' }).locator('tbody tr');
  const asTable = async () => {
    await settled(page);
    const button = page.getByRole('region', { name: 'Score over time' }).getByRole('button', { name: /^Show as/ });
    if ((await button.textContent()) === 'Show as table') await button.click();
  };

  await page.goto('/visibility');
  await asTable();
  expect([await chosen(), await scans.count()]).toEqual(['all', 2]);

  await period.getByText('30 days').click();
  await page.waitForURL(/from=/);
  await asTable();
  await expect.poll(() => scans.count()).toBe(1);
  expect([await chosen(), new URL(page.url()).search]).toEqual(['month', expect.stringMatching(/^\?from=/)]);

  await period.getByText('All').click();
  await page.waitForURL(/visibility$/);
  await asTable();
  await expect.poll(() => scans.count()).toBe(2);
  expect([await chosen(), new URL(page.url()).search]).toEqual(['all', '']);

  for (const [path, unchosen] of [
    ['/reviews', 'all'],
    ['/analytics', 'month'],
  ] as const) {
    await page.goto(path);
    await settled(page);
    expect([path, await chosen()]).toEqual([path, unchosen]);
  }
  expect(faults).toEqual([]);
});

it('takes a day that is typed', SLOW, async () => {
  const { page, faults } = await site.open();
  await site.signIn(page);
  await page.goto('/visibility');
  await settled(page);

  await page.getByLabel('From').focus();
  await page.keyboard.type('03152026');
  await page.waitForURL(/from=2026-03-15/);

  expect(await page.getByLabel('From').inputValue()).toBe('2026-03-15');
  expect(faults).toEqual([]);
});

// In the other zone it is another day than in UTC.
const ZONES = ['UTC', new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'];

it.each(ZONES)('counts full days in the zone of the organization, as the portal does: %s', SLOW, async (timezone) => {
  const { page } = await site.open();
  const person = await site.portal().register();
  await person.put('/api/auth/org', { timezone });
  const { from, to } = (await person.get('/api/visibility/website-analytics')).json().data.period;
  await site.enter(page, person);
  await page.goto('/analytics');
  await settled(page);
  const period = page.getByRole('radiogroup', { name: 'Period' });
  const shown = async () => [
    await period.getByRole('radio', { checked: true }).getAttribute('value'),
    new URL(page.url()).searchParams.get('from'),
  ];

  for (const [label, span] of [
    ['7 days', ['week', plusDays(to, -6)]],
    ['30 days', ['month', from]],
    ['90 days', ['quarter', plusDays(to, -89)]],
    ['1 year', ['year', plusDays(to, -364)]],
  ] as const) {
    await period.getByText(label).click();
    await expect.poll(shown).toEqual(span);
  }
});
