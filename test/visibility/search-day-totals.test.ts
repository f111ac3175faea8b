import { expect, it } from 'vitest';
import { searchTotals } from '../../routers/visibility/public.ts';
import { readDayTotals } from '../../routers/visibility/search/day-totals.ts';
import { readSearchDays } from '../../routers/visibility/search/sums.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { ingest } from '../helpers/content.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();

const TOTAL = { query: null, page: null };
const PARTS = [
  { query: 'dentist', page: null },
  { query: null, page: 'https://a.example/' },
  { query: 'dentist', page: 'https://a.example/' },
];

it.each([
  ['a total of each', () => [TOTAL, ...PARTS]],
  ['a total of few', (day: number) => (day % 9 === 0 ? [TOTAL, ...PARTS] : PARTS)],
  ['a total of every other, and nothing between', (day: number) => (day % 2 === 0 ? [TOTAL, ...PARTS] : [])],
  ['totals, parts and nothing in turn', (day: number) => [[TOTAL], PARTS, []][day % 3] ?? []],
  ['no total', () => PARTS.slice(0, 1)],
])('days are summed as from all of their rows with %s', async (_, rowsOf) => {
  const person = await portal.register();
  const days = Array.from({ length: 27 }, (_, n) => `2026-01-${String(n + 1).padStart(2, '0')}`);
  await ingest(
    person,
    days.flatMap((date, day) =>
      rowsOf(day).map((of, n) =>
        record('search_daily', { date, ...of, clicks: 9 - n, impressions: 40 + day, position: 2 }),
      ),
    ),
  );
  const tenant = await findTenant(portal.deps.database.accounts, person.orgId);
  if (!tenant) throw new Error('The organization is missing.');
  const db = portal.deps.database.as(tenant);
  const period = { from: '2026-01-02', to: '2026-01-26' };

  const summed = await readDayTotals(db, tenant, period);
  const { days: all } = await readSearchDays(db, tenant, period);

  const each = (list: typeof summed) => list.map((day) => [day.date, searchTotals([day])]);
  expect(each(summed)).toEqual(each(all));
});
