import { sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { tenantQuery } from '../../../db/prepared.ts';
import { eachPart, rowParts } from '../../../db/row-parts.ts';
import { reviews as reviewsTable } from '../../../db/schema/index.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { yieldWhenDue } from '../../../flow/yield.ts';
import type { InsightContext } from '../../../insights/wire.ts';
import { twoDecimals } from '../../values/rounding.ts';
import { reviewSourceOf } from './closed-lists.ts';
import { firstMonth } from './months.ts';

const { source, rating, publishedAt, responded, id } = reviewsTable;

const part = rowParts({
  table: reviewsTable,
  key: [publishedAt, id],
  from: sql`'-infinity'::timestamptz`,
  until: sql`'infinity'::timestamptz`,
  rows: 2_500,
});

const sumsBySourceAndMonth = tenantQuery((db) =>
  db
    .with(part.rest(db))
    .select({
      next: part.next,
      source,
      month: sql<string>`to_char(${publishedAt} at time zone ${sql.placeholder('timezone')}::text, 'YYYY-MM')`,
      count: sql<number>`count(*)::int`,
      rating: sql<number>`sum(${rating})::float8`,
      unanswered: sql<number>`count(*) filter (where not ${responded})::int`,
    })
    .from(reviewsTable)
    .where(part.where)
    .groupBy(source, sql`3`),
);

interface Sums {
  count: number;
  rating: number;
  unanswered: number;
}

const addTo = <Key>(sums: Map<Key, Sums>, key: Key, more: Sums) => {
  const known = sums.get(key) ?? { count: 0, rating: 0, unanswered: 0 };
  known.count += more.count;
  known.rating += more.rating;
  known.unanswered += more.unanswered;
  sums.set(key, known);
};

const averageOf = ({ rating, count }: Sums) => twoDecimals(rating / count);

type Source = ReturnType<typeof reviewSourceOf>;

const mostFirst = (sums: Map<Source, Sums>) =>
  [...sums].sort(([one, { count }], [other, more]) => more.count - count || (one < other ? -1 : 1));

/** All reviews by platform, and those of the last 13 months by month; undefined without reviews. */
export async function reviewFigures(
  db: TenantDb,
  { clientId, timezone }: Tenant,
): Promise<InsightContext['reviews'] | undefined> {
  const since = firstMonth(timezone);
  const [all, bySource] = [new Map<'all', Sums>(), new Map<Source, Sums>()];
  const [byMonth, ofMonth] = [new Map<string, Sums>(), new Map<string, Map<Source, Sums>>()];
  for await (const rows of eachPart((begin) => sumsBySourceAndMonth(db).execute({ clientId, timezone, ...begin })))
    for (const { source, month, ...sums } of rows) {
      await yieldWhenDue();
      const name = reviewSourceOf(source);
      addTo(all, 'all', sums);
      addTo(bySource, name, sums);
      if (month < since) continue;
      addTo(byMonth, month, sums);
      const sources = ofMonth.get(month) ?? new Map<Source, Sums>();
      addTo(sources, name, sums);
      ofMonth.set(month, sources);
    }

  const total = all.get('all');
  if (!total) return undefined;
  return {
    count: total.count,
    average: averageOf(total),
    unanswered: total.unanswered,
    by_source: mostFirst(bySource).map(([source, sums]) => ({
      source,
      count: sums.count,
      average: averageOf(sums),
    })),
    by_month: [...byMonth.keys()].sort().flatMap((month) => {
      const sums = byMonth.get(month);
      const sources = mostFirst(ofMonth.get(month) ?? new Map());
      return sums
        ? [
            {
              month,
              count: sums.count,
              average: averageOf(sums),
              by_source: sources.map(([source, { count }]) => ({ source, count })),
            },
          ]
        : [];
    }),
  };
}
