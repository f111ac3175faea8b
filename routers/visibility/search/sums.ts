import { sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { tenantQuery } from '../../../db/prepared.ts';
import { eachPart, rowParts } from '../../../db/row-parts.ts';
import { searchDaily } from '../../../db/schema/index.ts';
import { total } from '../../../db/sums.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { ASKED_DAYS, type DayRange } from '../../values/days.ts';

const { date, externalId, query, page, clicks, impressions, position, updatedAt } = searchDaily;

/** What a row counts: the total of a day, or a part of it. */
export type SearchKind = 'total' | 'query' | 'page' | 'both';

const kind = sql<SearchKind>`case when ${query} is null then case when ${page} is null then 'total' else 'page' end
  else case when ${page} is null then 'query' else 'both' end end`;

/** Sums of clicks and impressions, and of positions weighted by them. */
export interface SearchSums {
  clicks: number;
  impressions: number;
  positions: number;
}

export const positions = sql<number>`coalesce(sum(${position} * ${impressions}), 0)::float8`;

export const addSums = (one: SearchSums, other: SearchSums): SearchSums => ({
  clicks: one.clicks + other.clicks,
  impressions: one.impressions + other.impressions,
  positions: one.positions + other.positions,
});

export const searchParts = (rows: number) =>
  rowParts({ table: searchDaily, key: [date, externalId], ...ASKED_DAYS, rows });

const part = searchParts(2_500);

const sumsByDay = tenantQuery((db) =>
  db
    .with(part.rest(db))
    .select({
      next: part.next,
      date,
      kind,
      clicks: total(clicks),
      impressions: total(impressions),
      positions,
      updatedAt: sql`max(${updatedAt})`.mapWith(updatedAt),
    })
    .from(searchDaily)
    .where(part.where)
    .groupBy(date, kind)
    .orderBy(date),
);

/** A day, its sums by what its rows count. */
export interface SearchDay {
  date: string;
  kinds: Map<SearchKind, SearchSums>;
}

/** The days of a period that have rows, oldest first, and the time of the latest change. */
export async function readSearchDays(db: TenantDb, { clientId }: Tenant, period: DayRange) {
  const days = new Map<string, SearchDay>();
  let asOf: Date | null = null;
  for await (const rows of eachPart((begin) => sumsByDay(db).execute({ clientId, ...period, ...begin })))
    for (const { date, kind, clicks, impressions, positions, updatedAt } of rows) {
      const day = days.get(date) ?? { date, kinds: new Map() };
      const sums = { clicks, impressions, positions };
      const known = day.kinds.get(kind);
      day.kinds.set(kind, known ? addSums(known, sums) : sums);
      days.set(date, day);
      if (!asOf || updatedAt > asOf) asOf = updatedAt;
    }
  return { days: [...days.values()], asOf };
}
