import { or, type SQL, sql } from 'drizzle-orm';
import { makePgArray, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { TenantDb } from '../../db/handles.ts';
import {
  reviews,
  searchDaily,
  trafficHourly,
  trafficSources,
  websiteDaily,
  websitePeriods,
} from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { factsChanged } from '../../server/cache/versions.ts';
import { deleteConnectedListings } from '../visibility/public.ts';
import type { SourceDay } from './kinds/kind.ts';
import { idPrefix } from './kinds/website-day.ts';

type BroughtTable = PgTable & { clientId: PgColumn; externalId: PgColumn };

/** Where records of a type are, whose they are, and which days they belong to. */
interface Place {
  type: string;
  table: BroughtTable;
  /** Undefined where only one kind brings such records. */
  source?: PgColumn;
  /** Whether a row is of these days, which come with their records of the type. */
  ofDays: (days: SourceDay[]) => SQL | undefined;
}

const datesOf = (days: SourceDay[]) => sql`any(${makePgArray(days.map(({ date }) => date))}::date[])`;

/** Days without such a record are left as they are. */
const whereTold = (date: PgColumn) => (days: SourceDay[]) => {
  const told = days.filter(({ records }) => records.length > 0);
  return told.length > 0 ? sql`${date} = ${datesOf(told)}` : undefined;
};

const PLACES: Place[] = [
  {
    type: 'website_daily',
    table: websiteDaily,
    source: websiteDaily.source,
    ofDays: whereTold(websiteDaily.date),
  },
  {
    type: 'traffic_source',
    table: trafficSources,
    source: trafficSources.reportedBy,
    ofDays: (days) => sql`${trafficSources.date} = ${datesOf(days)}`,
  },
  {
    type: 'traffic_hourly',
    table: trafficHourly,
    source: trafficHourly.reportedBy,
    // From the first to the last hour of a day that is reported now: the day is that of the property.
    ofDays: (days) =>
      or(
        ...days.flatMap(({ records }) => {
          const hours = records.map(({ data }) => new Date(String(data.at)).toISOString()).sort();
          const [first, last] = [hours[0], hours.at(-1)];
          return first === undefined
            ? []
            : sql`${trafficHourly.at} between ${first}::timestamptz and ${last}::timestamptz`;
        }),
      ),
  },
  {
    type: 'search_daily',
    table: searchDaily,
    ofDays: whereTold(searchDaily.date),
  },
];

/**
 * Removes what a source had said of days and says no more, and what pipelines or imports have sent in its name: a
 * figure counts once. Returns how many of the connection's own rows are gone.
 */
export async function removeReplaced(tx: TenantDb, tenant: Tenant, kind: string, days: SourceDay[]) {
  let removed = 0;
  for (const { type, table, source, ofDays } of PLACES) {
    const now = days.map((day) => ({ ...day, records: day.records.filter((record) => record.type === type) }));
    const rows = ofDays(now);
    if (!rows) continue;
    const ids = makePgArray(now.flatMap(({ records }) => records.map(({ externalId }) => externalId)));
    const gone = await tx.execute<{ own: boolean }>(sql`
      delete from ${table} where ${table.clientId} = ${tenant.clientId}::uuid and ${source ? sql`${source} = ${kind}` : sql`true`} and (${rows})
        and ${table.externalId} <> all(${ids}::text[])
      returning starts_with(${table.externalId}, ${idPrefix(kind)}) as own`);
    removed += gone.filter(({ own }) => own).length;
  }
  return removed;
}

/**
 * Removes the reviews that Google shows no more, and what pipelines or imports have sent as such. Returns how many of
 * the connection's own rows are gone.
 */
export async function removeMissing(tx: TenantDb, tenant: Tenant, kind: string, seen: string[]) {
  const gone = await tx.execute<{ own: boolean }>(sql`
    delete from ${reviews} where ${reviews.clientId} = ${tenant.clientId}::uuid and ${reviews.source} = 'google'
      and ${reviews.externalId} <> all(${makePgArray(seen)}::text[])
    returning starts_with(${reviews.externalId}, ${idPrefix(kind)}) as own`);
  return gone.filter(({ own }) => own).length;
}

const AT_ONCE = 2000;

/** Deletes all that a connection of a kind has brought, some rows in each statement. */
export async function deleteBrought(db: TenantDb, tenant: Tenant, kind: string) {
  await deleteConnectedListings(db, tenant, kind);
  const prefix = idPrefix(kind);
  for (const table of [...PLACES.map((place) => place.table), websitePeriods, reviews] as BroughtTable[]) {
    let deleted: number;
    do {
      deleted = await db.transaction(async (tx) => {
        const gone = await tx.execute(sql`
          delete from ${table} where ${table.clientId} = ${tenant.clientId}::uuid and ${table.externalId} in (
            select external_id from ${table} as mine where mine.client_id = ${tenant.clientId}::uuid
              and starts_with(mine.external_id, ${prefix}) limit ${AT_ONCE})
          returning 1 as one`);
        if (gone.length > 0) await factsChanged(tx, tenant);
        return gone.length;
      });
    } while (deleted === AT_ONCE);
  }
}
