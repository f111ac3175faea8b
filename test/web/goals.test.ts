import { expect, it } from 'vitest';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { ingest } from '../helpers/content.ts';
import { registerOperator } from '../helpers/operators.ts';
import { RECORDS, record } from '../helpers/records.ts';

const site = siteForThisFile();

it('an administrator changes a goal, which a member only reads', async () => {
  const portal = site.portal();
  const admin = await portal.register();
  const member = await portal.join(admin);
  await admin.post('/api/dashboard/goals', RECORDS.goal);
  const [{ page, faults }, other] = [await site.open(), await site.open()];
  await site.enter(page, admin);
  await site.enter(other.page, member);
  for (const window of [page, other.page]) {
    await window.goto('/goals');
    await settled(window);
  }

  await page.getByRole('button', { name: 'Edit “More visitors”' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Target').fill('12,5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Please write the number like 1,234.5').waitFor();
  await dialog.getByLabel('Target').fill('12,500');
  await dialog.getByLabel('Status').selectOption('Paused');
  await dialog.getByLabel('Deadline').fill('');
  expect(await breaches(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'History of “More visitors”' }).click();
  await page.getByLabel('Value', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Record progress' }).click();
  await page.getByText('Please enter a number.').waitFor();

  const { data } = (await admin.get('/api/dashboard/goals')).json();
  expect(data).toMatchObject([{ target_value: 12_500, status: 'paused', deadline: null, current_value: 4210.5 }]);
  expect(await other.page.getByRole('button', { name: /^Edit/ }).count()).toBe(0);
  expect([...faults, ...other.faults]).toEqual([]);
});

it('a form sends only what was changed in it, so that what others change meanwhile stays', async () => {
  const admin = await site.portal().register();
  const { data: goal } = (await admin.post('/api/dashboard/goals', RECORDS.goal)).json();
  await admin.post('/api/dashboard/action-items', { title: 'Call back', category: 'seo', priority: 'low' });
  const [task] = (await admin.get('/api/dashboard/action-items')).json();
  const { page, faults } = await site.open();
  await site.enter(page, admin);
  const dialog = page.getByRole('dialog');

  await page.goto('/goals');
  await page.getByRole('button', { name: 'Edit “More visitors”' }).click();
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Title').fill('Even more visitors');
  await admin.put(`/api/dashboard/goals/${goal.goal_id}`, { target_value: 6000 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit “Even more visitors”' }).click();
  const shown = await dialog.getByLabel('Target').inputValue();
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'Edit “Call back”' }).click();
  await dialog.getByLabel('Due').fill('2027-01-31');
  await admin.put(`/api/dashboard/action-items/${task.id}`, { priority: 'high' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Due Jan 31, 2027').waitFor();

  expect(shown).toBe('6,000');
  expect((await admin.get('/api/dashboard/goals')).json().data).toMatchObject([
    { title: 'Even more visitors', target_value: 6000, deadline: goal.deadline },
  ]);
  expect((await admin.get('/api/dashboard/action-items')).json()).toMatchObject([
    { due_date: '2027-01-31', priority: 'high' },
  ]);
  expect(faults).toEqual([]);
});

it('an overdue goal has that one state, and says where it stands and where it is to be', async () => {
  const admin = await site.portal().register();
  await admin.post('/api/dashboard/goals', { ...RECORDS.goal, deadline: '2026-01-31' });
  const { page, faults } = await site.open();
  await site.enter(page, admin);

  await page.goto('/goals');
  await settled(page);

  // Every goal is in one of the figures beside their number.
  const tiles = page.getByRole('main');
  await tiles.getByText('1 overdue', { exact: true }).waitFor();
  await tiles.getByText('Not started or paused', { exact: true }).waitFor();
  const goal = page.getByRole('region', { name: 'More visitors' });
  await goal.getByText('Overdue', { exact: true }).waitFor();
  expect(await goal.locator('.tag').getByText('In progress').count()).toBe(0);
  await goal.getByText('4,210.5 → 5,000 sessions').waitFor();
  expect(faults).toEqual([]);
});

it('goals are found by title and state, a task is changed by anybody, and reviews wait for an answer', async () => {
  const admin = await site.portal().register();
  await admin.post('/api/dashboard/goals', RECORDS.goal);
  await admin.post('/api/dashboard/goals', { ...RECORDS.goal, title: 'Fewer calls' });
  await admin.post('/api/dashboard/action-items', { title: 'Call back', category: 'own words', priority: 'low' });
  const url = 'https://reviews.example/1';
  await ingest(admin, [
    record('review', { text: 'Bad.', rating: 1, responded: false, url }),
    { ...record('review', { text: 'Good.', answer: 'Thank you!' }), externalId: 'other' },
    record('review', { text: 'Slow.', publishedAt: '2025-12-02T10:00:00.000Z', responded: true }),
    { ...record('review', { text: 'Loud.', source: 'healthgrades', responded: false }), externalId: 'loud' },
  ]);
  const { page, faults } = await site.open();
  await site.enter(page, admin);

  await page.goto('/goals');
  await page.getByLabel('Search by title').fill('few');
  await page.getByRole('region', { name: 'More visitors' }).waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Fewer calls' }).waitFor();
  await page.waitForURL('**/goals?search=few');
  await page.getByLabel('Status').selectOption('Paused');
  await page.getByText('No matching goals.').waitFor();
  const found = await breaches(page);
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'Edit “Call back”' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Category').inputValue()).toBe('own words');
  await dialog.getByLabel('Category').selectOption('Reputation');
  await dialog.getByLabel('Due').fill('2027-01-31');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Due Jan 31, 2027').waitFor();
  await page.goto('/reviews');
  await page.getByText('Thank you!').waitFor();
  const trend = page.getByRole('region', { name: 'Rating and reviews by month' });
  await trend.locator('.recharts-line-dots').nth(1).waitFor();
  await trend.getByRole('button', { name: 'Show as table' }).click();
  expect(await trend.getByRole('row').nth(3).textContent()).toBe('Dec 20254.51');
  await page.getByLabel('Search reviews').fill('slow');
  await page.getByText('Thank you!').waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?search=slow');
  await page.getByLabel('Search reviews').fill('');
  await page.getByText('Thank you!').waitFor();
  await page.setViewportSize({ width: 390, height: 480 });
  await page.evaluate('scrollTo(0, 300)');
  await page.getByLabel('Answer', { exact: true }).selectOption('Not answered');
  await page.getByText('Thank you!').waitFor({ state: 'detached' });
  const link = page.getByRole('link', { name: /^Reply at Google: review by / });

  await page.getByText('Reply at Healthgrades. It counts as answered after the next import.').waitFor();
  expect(await link.getAttribute('href')).toBe(url);
  expect(new URL(page.url()).search).toBe('?answered=no');
  // The list stays in view.
  expect(await page.evaluate('scrollY')).toBeGreaterThan(0);
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('1 year').click();
  await page.waitForURL(/answered=no&from=/);
  const [task] = (await admin.get('/api/dashboard/action-items')).json();
  expect(task).toMatchObject({ category: 'reputation', due_date: '2027-01-31' });
  expect([...found, ...(await breaches(page))]).toEqual([]);
  expect(faults).toEqual([]);
});

it('the state that tasks are filtered by is in the address, and holds when the page is loaded again', async () => {
  const admin = await site.portal().register();
  await ingest(admin, [
    record('action_item', { title: 'A task that is done', status: 'done', priority: 'high' }),
    record('action_item', { title: 'A task that is open', status: 'open' }),
  ]);
  const { page, faults } = await site.open();
  await site.enter(page, admin);
  await page.goto('/tasks');
  await page.getByText('A task that is open').waitFor();
  await page.getByText(/^Done [A-Z]/).waitFor();

  await page.getByLabel('Show').selectOption('Done');
  await page.waitForURL('**/tasks?status=done');
  await page.reload();

  await page.getByText('A task that is done').waitFor();
  expect(await page.getByText('A task that is open').count()).toBe(0);
  expect(faults).toEqual([]);
});

it.each([
  ['en-US', 'Sunday'],
  ['en-GB', 'Monday'],
])(
  'weeks begin in %s with %s, and a day of many entries is no longer than the others',
  async (locale, first) => {
    const admin = await site.portal().register();
    const ofOneDay = Array.from({ length: 30 }, (_, n) => record('calendar_entry', { title: `Entry ${n}` }));
    const hour = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().replace(/:.*/, ':00:00.000Z');
    await ingest(admin, [...ofOneDay, record('traffic_hourly', { at: hour })]);
    const { page, faults } = await site.open({ colorScheme: 'light', width: 1440, locale });
    await site.enter(page, admin);

    await page.goto('/calendar?year=2026&month=2');
    await page.getByText('26 more').waitFor();

    expect(await page.getByRole('columnheader').first().textContent()).toBe(first);
    const rows = await page.getByRole('row').filter({ hasText: 'Entry' }).boundingBox();
    expect(rows?.height).toBeLessThan(600);
    await page.getByText('26 more').click();
    expect(await page.getByText(/^Entry/).count()).toBe(30);
    await page.goto('/analytics');
    expect(await page.locator('.heat > div:not([class], [title], :empty)').first().textContent()).toBe(
      first.slice(0, 3),
    );
    expect(faults).toEqual([]);
  },
  120_000,
);

it('a task leads to the page that it is about, if that is known and shown to the person', async () => {
  const admin = await site.portal().register();
  await ingest(admin, [
    record('action_item', { title: 'Correct the number', source: 'scan', category: 'local' }, 'a'),
    record('action_item', { title: 'Answer the review', source: 'scan', category: 'reputation' }, 'b'),
    record('action_item', { title: 'Buy flowers', source: 'manual', category: 'local' }, 'c'),
  ]);
  const operator = await registerOperator(site.portal());
  await operator.put(`/api/operator/clients/${admin.orgId}`, { modules: ['tasks', 'listings'] });
  const { page, faults } = await site.open({ colorScheme: 'light', width: 390, locale: 'de-DE' });
  await site.enter(page, admin);
  await page.goto('/tasks');
  await page.getByText('Buy flowers').waitFor();

  const links = page.getByRole('main').getByRole('link', { name: /öffnen/ });
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('aria-label')))).toEqual([
    'Verzeichnisse öffnen: „Correct the number“',
  ]);
  await links.first().click();
  await page.waitForURL('**/listings');
  await page.getByRole('heading', { name: 'Verzeichnisse', level: 1 }).waitFor();
  expect(faults).toEqual([]);
});

it('an amount is as exact as it was set, however small', async () => {
  const admin = await site.portal().register();
  await admin.post('/api/dashboard/goals', {
    ...RECORDS.goal,
    current_value: 0.04,
    target_value: 1.25,
    baseline_value: 0,
    unit: '%',
  });
  for (const [locale, shown] of [
    ['en-US', '0.04 → 1.25 %'],
    ['de-DE', '0,04 → 1,25 %'],
  ] as const) {
    const { page, faults } = await site.open({ colorScheme: 'dark', width: 390, locale });
    await site.enter(page, admin);
    await page.goto('/goals');
    await page.getByText(shown).waitFor();
    expect(faults).toEqual([]);
  }
});
