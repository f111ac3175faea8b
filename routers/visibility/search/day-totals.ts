import { and, eq, isNull, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { tenantQuery } from '../../../db/prepared.ts';
import { searchDaily } from '../../../db/schema/index.ts';
import { total } from '../../../db/sums.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { type DayRange, plusDays } from '../../values/days.ts';
import { positions, readSearchDays, type SearchDay } from './sums.ts';

const { clientId, date, query, page, clicks, impressions } = searchDaily;

const totals = tenantQuery((db) =>
  db
    .select({ date, clicks: total(clicks), impressions: total(impressions), positions })
    .from(searchDaily)
    .where(
      and(
        eq(clientId, sql.placeholder('clientId')),
        sql`${date} between ${sql.placeholder('from')}::date and ${sql.placeholder('to')}::date`,
        isNull(query),
        isNull(page),
      ),
    )
    .groupBy(date)
    .orderBy(date),
);

/** Of more, all days between the first and the last are read. */
const MOST_GAPS = 8;

/** The ranges of a period without these days, which are in order. */
function gapsBetween({ from, to }: DayRange, days: string[]): DayRange[] {
  const gaps = [];
  let next = from;
  for (const day of [...days, plusDays(to, 1)]) {
    if (next < day) gaps.push({ from: next, to: plusDays(day, -1) });
    next = plusDays(day, 1);
  }
  const [first, last] = [gaps[0], gaps.at(-1)];
  return gaps.length > MOST_GAPS && first && last ? [{ from: first.from, to: last.to }] : gaps;
}

/**
 * The days of a period as {@link readSearchDays} has them, oldest first, for those who want sums alone: the total of a
 * day where it has one, else its parts, which are thousands of rows.
 */
export async function readDayTotals(db: TenantDb, tenant: Tenant, period: DayRange): Promise<SearchDay[]> {
  const rows = await totals(db).execute({ clientId: tenant.clientId, ...period });
  const days = new Map<string, SearchDay>(
    rows.map(({ date, ...sums }) => [date, { date, kinds: new Map([['total', sums]]) }]),
  );
  for (const gap of gapsBetween(period, [...days.keys()]))
    for (const day of (await readSearchDays(db, tenant, gap)).days) if (!days.has(day.date)) days.set(day.date, day);
  return [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
}
