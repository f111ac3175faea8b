import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { eachPart, rowParts } from '../../db/row-parts.ts';
import { websiteDaily } from '../../db/schema/index.ts';
import { total } from '../../db/sums.ts';
import type { Tenant } from '../../db/tenant.ts';
import { ASKED_DAYS, type DayRange } from './days.ts';
import { sumByName } from './sum-by-name.ts';

const { date, externalId, source, users, sessions, pageviews, bounceRate, avgSessionSeconds, conversions } =
  websiteDaily;

/** Parts of so many rows. A client may have any number of a day: from several websites, tools and pipelines. */
export const websiteParts = (rows = 2_500) =>
  rowParts({ table: websiteDaily, key: [date, externalId], ...ASKED_DAYS, rows });

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

const daysPart = websiteParts();

// Counted, not selected: a part without a row of the source has to tell where the next one begins, too.
const ofSource = sql`filter (where ${source} = ${sql.placeholder('source')}::text)`;

const sumsByDay = tenantQuery((db) =>
  db
    .with(daysPart.rest(db))
    .select({
      next: daysPart.next,
      date,
      rows: sql<number>`(count(*) ${ofSource})::int`,
      users: total(users, ofSource),
      sessions: total(sessions, ofSource),
      pageviews: total(pageviews, ofSource),
      conversions: total(conversions, ofSource),
      bounced: sql<number>`coalesce(sum(${bounceRate} * ${sessions}) ${ofSource}, 0)::float8`,
      seconds: sql<number>`coalesce(sum(${avgSessionSeconds} * ${sessions}) ${ofSource}, 0)::float8`,
    })
    .from(websiteDaily)
    .where(daysPart.where)
    .groupBy(date)
    .orderBy(date),
);

/** The sums of each day of a period with rows of the source, oldest first; none without a source. */
export async function readWebsiteDays(
  db: TenantDb,
  { clientId }: Tenant,
  source: string | null,
  period: DayRange,
): Promise<DaySums[]> {
  const days: DaySums[] = [];
  for await (const sums of eachPart((begin) => sumsByDay(db).execute({ clientId, source, ...period, ...begin })))
    for (const { next: _, rows, ...day } of sums) {
      if (rows === 0) continue;
      const last = days.at(-1);
      if (last?.date === day.date) days.splice(-1, 1, { ...added(last, day), date: day.date });
      else days.push(day);
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

// Of each row two lists of a hundred entries at most are counted.
const listsPart = websiteParts(40);

const entriesOf = (list: string, { column, name, count }: { column: PgColumn; name: string; count: string }) =>
  sql`select ${sql.raw(`'${list}'`)} as list, entry->>${sql.raw(`'${name}'`)} as name,
    (entry->>${sql.raw(`'${count}'`)})::int8 as count from jsonb_array_elements(${column}) entry`;

const LISTS = sql`(
  ${entriesOf('pages', { column: websiteDaily.topPages, name: 'path', count: 'pageviews' })} union all
  ${entriesOf('channels', { column: websiteDaily.channels, name: 'channel', count: 'sessions' })}) entries`;

// Joined outwards: rows without lists tell where the next part begins, too.
const countsByName = tenantQuery((db) =>
  db
    .with(listsPart.rest(db))
    .select({
      next: listsPart.next,
      list: sql<'pages' | 'channels' | null>`entries.list`,
      name: sql<string>`entries.name`,
      count: sql<number>`sum(entries.count)::float8`,
    })
    .from(websiteDaily)
    .leftJoinLateral(LISTS, sql`${source} = ${sql.placeholder('source')}::text`)
    .where(listsPart.where)
    .groupBy(sql`entries.list`, sql`entries.name`),
);

interface Entry {
  name: string;
  count: number;
}

const countsOfNames = () =>
  sumByName<Entry>({
    nameOf: ({ name }) => name,
    add: (known, { count }) => {
      known.count += count;
    },
    order: (one, other) => other.count - one.count || (one.name < other.name ? -1 : 1),
  });

/** The pages and channels of a source with the largest counts in a period, largest first. */
export async function readLargestEntries(
  db: TenantDb,
  { clientId }: Tenant,
  source: string | null,
  period: DayRange,
  most: number,
) {
  const counts = { pages: countsOfNames(), channels: countsOfNames() };
  for await (const rows of eachPart((begin) => countsByName(db).execute({ clientId, source, ...period, ...begin })))
    for (const list of ['pages', 'channels'] as const) await counts[list].add(rows.filter((row) => row.list === list));
  return { pages: await counts.pages.largest(most), channels: await counts.channels.largest(most) };
}
