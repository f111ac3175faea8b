import type { TenantDb } from '../../../db/handles.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { STALE } from '../../../server/cache/ages.ts';
import { tenantProcedure } from '../../../server/trpc/procedures.ts';
import { rest } from '../../../server/trpc/rest.ts';
import { periodOf } from '../../values/days.ts';
import { Between, Data, isDefault, parsedOnce } from '../../values/shapes.ts';
import { onlyPaired, risenAndFallen, searchEntry, searchTotals, sumsOfDay } from './figures.ts';
import { type NameSums, readSearchNames } from './names.ts';
import { SearchFigures } from './shapes.ts';
import { readSearchDays } from './sums.ts';

const { get } = rest('Visibility', { weight: 'heavy' });

const LISTED = 100;
const MOVED = 10;

/** The figures of search in a period, and how they compare with those of the period before. */
export async function readSearchFigures(db: TenantDb, tenant: Tenant, { period, before }: ReturnType<typeof periodOf>) {
  const range = { from: before.from, to: period.to };
  const { days, asOf } = await readSearchDays(db, tenant, range);
  const [current, earlier] = [
    days.filter(({ date }) => date >= period.from),
    days.filter(({ date }) => date < period.from),
  ];
  const namesOf = (of: 'query' | 'page') =>
    readSearchNames(db, tenant, { of, paired: onlyPaired(days, of), range, since: period.from });
  const [queries, pages] = days.length > 0 ? await Promise.all([namesOf('query'), namesOf('page')]) : [[], []];

  const isComparable = earlier.length > 0;
  const shown = (names: NameSums[]) => names.filter(({ now }) => now.impressions > 0).slice(0, LISTED);
  const asQuery = (one: NameSums) => ({ query: one.name, ...searchEntry(one, isComparable) });
  const { risen, fallen } = isComparable ? risenAndFallen(queries, MOVED) : { risen: [], fallen: [] };
  return {
    period,
    totals: searchTotals(current),
    comparison: searchTotals(earlier),
    series: current.map((day) => {
      const { clicks, impressions } = sumsOfDay(day);
      return { date: day.date, clicks, impressions };
    }),
    queries: shown(queries).map(asQuery),
    pages: shown(pages).map((one) => ({ page: one.name, ...searchEntry(one, isComparable) })),
    risen: risen.map(asQuery),
    fallen: fallen.map(asQuery),
    asOf,
  };
}

export const searchProcedures = {
  search: tenantProcedure
    .meta(
      get('/visibility/search', 'Get search figures', {
        tool: {
          name: 'get_search_figures',
          hint: '`ctr` is in percent, `position` the mean rank from 1; `change` compares clicks with the preceding period.',
          untrusted: ['data.queries.query', 'data.risen.query', 'data.fallen.query'],
        },
        versioned: true,
        description:
          'How often people saw the website in search results and clicked on it. Covers the last 30 full days by default, 366 days at most. Totals are those of whole days, which are more than the queries listed: search engines leave rare ones out.',
        returns: 'Totals, comparison, days, the 100 queries and pages with the most clicks, and what rose and fell.',
      }),
    )
    .input(Between)
    .output(parsedOnce(Data(SearchFigures)))
    .query(({ ctx: { deps, db, tenant }, input }) => {
      const requested = periodOf(input, tenant.timezone);
      const { from, to } = requested.period;
      return deps.cache(
        ['search', tenant.clientId, tenant.factsVersion, from, to],
        async () => ({ ok: true as const, data: await readSearchFigures(db, tenant, requested) }),
        { atMost: STALE.analytics, keep: isDefault(Between, input) },
      );
    }),
};
