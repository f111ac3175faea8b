import { and, between, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../db/handles.ts';
import { websiteDaily } from '../db/schema/index.ts';
import { total } from '../db/sums.ts';
import { ownedBy, type Tenant } from '../db/tenant.ts';
import { betweenSteps } from '../server/http/slices.ts';
import type { DayRange } from './days.ts';

// A client may have any number of rows of a day: from several websites, tools and pipelines. They are read in parts, so
// that no statement is long: on an embedded database everybody waits for one.

const { date, externalId, users, sessions, pageviews, bounceRate, avgSessionSeconds, conversions } = websiteDaily;

/** Rows of a statement that sums their figures. */
const ROWS = 5_000;

/** The conditions of consecutive parts of so many rows of a period. */
export async function* websiteParts(db: TenantDb, tenant: Tenant, { from, to }: DayRange, rows = ROWS) {
  let after: SQL | undefined;
  for (;;) {
    const left = ownedBy(tenant, websiteDaily, between(date, from, to), after);
    const [end] = await db
      .select({ date, externalId })
      .from(websiteDaily)
      .where(left)
      .orderBy(date, externalId)
      .offset(rows - 1)
      .limit(1);
    const last = end && sql`(${end.date}::date, ${end.externalId}::text)`;
    yield last ? and(left, sql`(${date}, ${externalId}) <= ${last}`) : left;
    if (!last) return;
    after = sql`(${date}, ${externalId}) > ${last}`;
  }
}

/** The figures of a day, summed over its rows; rates multiplied by the sessions that they are of. */
interface DaySums {
  date: string;
  users: number;
  sessions: number;
  pageviews: number;
  conversions: number;
  bounced: number;
  seconds: number;
}

/** The sums of each day of a period that has rows, oldest first. */
export async function readWebsiteDays(db: TenantDb, tenant: Tenant, period: DayRange): Promise<DaySums[]> {
  const days: DaySums[] = [];
  for await (const part of websiteParts(db, tenant, period)) {
    const sums = await db
      .select({
        date,
        users: total(users),
        sessions: total(sessions),
        pageviews: total(pageviews),
        conversions: total(conversions),
        bounced: sql<number>`sum(${bounceRate} * ${sessions})::float8`,
        seconds: sql<number>`sum(${avgSessionSeconds} * ${sessions})::float8`,
      })
      .from(websiteDaily)
      .where(part)
      .groupBy(date)
      .orderBy(date);
    for (const day of sums) {
      const last = days.at(-1);
      if (last?.date === day.date) days.splice(-1, 1, { ...added(last, day), date: day.date });
      else days.push(day);
    }
  }
  return days;
}

type Sums = Omit<DaySums, 'date'>;

const NOTHING: Sums = { users: 0, sessions: 0, pageviews: 0, conversions: 0, bounced: 0, seconds: 0 };

const added = (one: Sums, other: Sums): Sums => ({
  users: one.users + other.users,
  sessions: one.sessions + other.sessions,
  pageviews: one.pageviews + other.pageviews,
  conversions: Math.round((one.conversions + other.conversions) * 100) / 100,
  bounced: one.bounced + other.bounced,
  seconds: one.seconds + other.seconds,
});

const rounded = (value: number) => Math.round(value * 10) / 10;

/** The totals of days, with the mean rates of their sessions, null without any. */
export function websiteTotals(days: DaySums[]) {
  const { bounced, seconds, ...sums } = days.reduce<Sums>(added, NOTHING);
  const mean = (sum: number) => (sums.sessions > 0 ? rounded(sum / sums.sessions) : null);
  return { ...sums, bounceRate: mean(bounced), avgSessionSeconds: mean(seconds) };
}

/** Rows of a statement that counts entries of their lists, of which each row has a hundred at most. */
const ROWS_OF_LISTS = 250;

/** Names whose counts are held at a time; of more those with small counts are forgotten. */
const NAMES = { most: 30_000, kept: 10_000 };

const byCount = ([one, ones]: [string, number], [other, others]: [string, number]) =>
  others - ones || (one < other ? -1 : 1);

const largest = (counts: Map<string, number>, most: number) => [...counts].sort(byCount).slice(0, most);

/** The entries of a list of pages or channels with the largest counts in a period, largest first. */
export async function readLargestEntries(
  db: TenantDb,
  tenant: Tenant,
  period: DayRange,
  { list, most }: { list: keyof typeof LISTS; most: number },
) {
  const { column, name, count } = LISTS[list];
  let counts = new Map<string, number>();
  for await (const part of websiteParts(db, tenant, period, ROWS_OF_LISTS)) {
    const entries = await db
      .select({ name: sql<string>`entry->>${name}`, count: sql<number>`sum((entry->>${count})::int8)::float8` })
      .from(sql`${websiteDaily}, jsonb_array_elements(${column}) entry`)
      .where(part)
      .groupBy(sql`1`);
    await betweenSteps();
    for (const entry of entries) counts.set(entry.name, (counts.get(entry.name) ?? 0) + entry.count);
    if (counts.size > NAMES.most) counts = new Map(largest(counts, NAMES.kept));
  }
  return largest(counts, most).map(([name, count]) => ({ name, count }));
}

const LISTS = {
  pages: { column: websiteDaily.topPages, name: sql.raw(`'path'`), count: sql.raw(`'pageviews'`) },
  channels: { column: websiteDaily.channels, name: sql.raw(`'channel'`), count: sql.raw(`'sessions'`) },
};
