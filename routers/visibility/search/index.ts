import type { TenantDb } from '../../../db/handles.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { STALE } from '../../../server/cache/ages.ts';
import { tenantProcedure } from '../../../server/trpc/procedures.ts';
import { rest } from '../../../server/trpc/rest.ts';
import { daysBetween, periodOf, plusDays, todayIn } from '../../values/days.ts';
import { Between, Data, isDefault, parsedOnce } from '../../values/shapes.ts';
import { onlyPaired, risenAndFallen, searchEntry, searchTotals, sumsOfDay } from './figures.ts';
import { type NameSums, readSearchNames } from './names.ts';
import { SearchFigures } from './shapes.ts';
import { readSearchDays } from './sums.ts';

const { get } = rest('Visibility', { weight: 'heavy' });

type Asked = ReturnType<typeof periodOf>;

const LISTED = 100;
const MOVED = 10;

/** How many days before today search engines may not have reported yet. */
const LATE = 3;

/**
 * The first day to compare a period with. Where its latest days are not reported yet, as many days as are reported: the
 * whole period before would look better than it was.
 */
function comparedFrom({ period, before }: Asked, lastDay: string | undefined, today: string) {
  const reported = [lastDay ?? period.to, plusDays(today, -LATE - 1)].toSorted().at(-1) ?? period.to;
  return reported < period.to ? plusDays(period.from, -daysBetween(period.from, reported)) : before.from;
}

/** The figures of search in a period, and how they compare with those of the period before. */
export async function readSearchFigures(db: TenantDb, tenant: Tenant, asked: Asked) {
  const { period, before } = asked;
  const { days: all, asOf } = await readSearchDays(db, tenant, { from: before.from, to: period.to });
  const current = all.filter(({ date }) => date >= period.from);
  const range = { from: comparedFrom(asked, current.at(-1)?.date, todayIn(tenant.timezone)), to: period.to };
  const days = all.filter(({ date }) => date >= range.from);
  const earlier = days.filter(({ date }) => date < period.from);
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
          'How often people saw the website in search results and clicked on it. Covers the last 30 full days by default, 366 days at most. Totals are those of whole days, which are more than the queries listed: search engines leave rare ones out. Where the latest three days are not reported yet, the comparison has as many days as are reported.',
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
