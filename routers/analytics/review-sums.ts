import { sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { eachPart, rowParts } from '../../db/row-parts.ts';
import { reviews } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { placedDayStart } from '../values/days.ts';
import { percent, twoDecimals } from '../values/rounding.ts';
import { sumByName } from '../values/sum-by-name.ts';

const { source, rating, publishedAt, responded, id } = reviews;

/** Days in the client's time zone, both included; null for no bound. */
interface ReviewPeriod {
  from: string | null;
  to: string | null;
}

/** The times of the placeholders of a {@link ReviewPeriod} and `timezone`. */
export const ASKED_TIMES = {
  from: sql`coalesce(${placedDayStart('from')}, '-infinity')`,
  until: sql`coalesce(${placedDayStart('to', 1)}, 'infinity')`,
};

const part = rowParts({ table: reviews, key: [publishedAt, id], ...ASKED_TIMES, rows: 2_500 });

const sumsBySource = tenantQuery((db) =>
  db
    .with(part.rest(db))
    .select({
      next: part.next,
      source,
      star: sql<number>`floor(${rating} + 0.5)::int`,
      month: sql<string>`to_char(${publishedAt} at time zone ${sql.placeholder('timezone')}, 'YYYY-MM')`,
      count: sql<number>`count(*)::int`,
      rating: sql<number>`sum(${rating})::float8`,
      answered: sql<number>`count(*) filter (where ${responded})::int`,
    })
    .from(reviews)
    .where(part.where)
    .groupBy(source, sql`3`, sql`4`),
);

const SOURCES = 100;

interface SourceSums {
  source: string;
  count: number;
  rating: number;
}

const sumsOfSources = () =>
  sumByName<SourceSums>({
    nameOf: ({ source }) => source,
    add: (known, { count, rating }) => {
      known.count += count;
      known.rating += rating;
    },
    order: (one, other) => other.count - one.count || (one.source < other.source ? -1 : 1),
  });

const MONTHS = 60;

/** The number of a month since year 0, and back. */
const numberOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
const monthOf = (number: number) =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;

/** The latest months to the last with a review, from the first with one; those between without reviews are told too. */
function monthsOf(sums: Map<string, { count: number; rating: number }>) {
  const numbers = [...sums.keys()].map(numberOf).sort((one, other) => one - other);
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined) return [];
  const begin = Math.max(first, last - MONTHS + 1);
  return Array.from({ length: last - begin + 1 }, (_, at) => {
    const month = monthOf(begin + at);
    const { count, rating } = sums.get(month) ?? { count: 0, rating: 0 };
    return { month, count, averageRating: count === 0 ? null : twoDecimals(rating / count) };
  });
}

/** The summary of the reviews of a period, in one statement for each 2,500 of them. */
export async function summarizeReviews(db: TenantDb, { clientId, timezone }: Tenant, period: ReviewPeriod) {
  const all = { count: 0, rating: 0, answered: 0 };
  const distribution = { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 };
  const sources = sumsOfSources();
  const months = new Map<string, { count: number; rating: number }>();
  for await (const rows of eachPart((begin) => sumsBySource(db).execute({ clientId, timezone, ...period, ...begin }))) {
    for (const { star, month, count, rating, answered } of rows) {
      all.count += count;
      all.rating += rating;
      all.answered += answered;
      distribution[`${star}` as keyof typeof distribution] += count;
      const of = months.get(month) ?? { count: 0, rating: 0 };
      months.set(month, { count: of.count + count, rating: of.rating + rating });
    }
    await sources.add(rows.map(({ source, count, rating }) => ({ source, count, rating })));
  }
  const bySource = await sources.largest(SOURCES);
  return {
    averageRating: all.count === 0 ? null : twoDecimals(all.rating / all.count),
    totalReviews: all.count,
    responseRate: all.count === 0 ? null : percent(all.answered, all.count),
    distribution,
    bySource: bySource.map(({ source, count, rating }) => ({
      source,
      count,
      averageRating: twoDecimals(rating / count),
    })),
    byMonth: monthsOf(months),
  };
}
