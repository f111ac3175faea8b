import { sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { connections } from '../../../db/schema/index.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { storeRecords } from '../../ingest/public.ts';
import { calendarPeriod, type DayRange, plusDays } from '../../values/days.ts';
import { removeReplaced } from '../brought-rows.ts';
import type { Kind, SourceAccess, SourceDay, SourceRecord } from '../kinds/kind.ts';
import { idPrefix } from '../kinds/website-day.ts';
import { holdLease, type LeasedConnection, writeLeased } from './take-due.ts';

/** A turn of work on a connection. */
export interface Turn {
  db: TenantDb;
  tenant: Tenant;
  connection: LeasedConnection;
  kind: Kind;
  access: SourceAccess;
  /** Called with the number of records that the portal itself refused. */
  rejected: (records: number) => void;
}

/** Adds the days between the first one with figures and the last that are missing because nothing happened. */
async function* withEmptyDays({ kind, access }: Turn, { from, to }: DayRange, firstDay: string | null) {
  const { emptyDay } = kind;
  let day = to;
  function* emptyUntil(last: string) {
    for (; day >= last; day = plusDays(day, -1)) if (emptyDay) yield emptyDay(day);
  }
  for await (const found of kind.readDays(access, { from, to })) {
    if (found.date < from || found.date > day) continue;
    yield* emptyUntil(plusDays(found.date, 1));
    yield found;
    day = plusDays(found.date, -1);
  }
  if (firstDay) yield* emptyUntil(firstDay > from ? firstDay : from);
}

/** The limits told before, each with the latest of these days on which it holds. */
function limitsWith(days: SourceDay[]) {
  const latest = new Map<string, string>();
  for (const { date, limits = [] } of days)
    for (const limit of limits) if (date > (latest.get(limit) ?? '')) latest.set(limit, date);
  return [...latest].reduce(
    (told, [limit, date]) =>
      sql`${told} || jsonb_build_object(${limit}::text, greatest(${connections.dataLimits} ->> ${limit}::text, ${date}::text))`,
    sql`${connections.dataLimits}`,
  );
}

/** Stores days, newest first, under the lease, with the position of the past where they are of that. */
async function storeDays({ db, tenant, connection, rejected }: Turn, days: SourceDay[], isPast: boolean) {
  const [newest, oldest] = [days[0]?.date, days.at(-1)?.date];
  if (newest === undefined || oldest === undefined) return;
  let removed = 0;
  const records = days.flatMap((day) => day.records);
  const refused = await storeRecords(db, tenant, records, {
    async before(tx) {
      await holdLease(tx, tenant, connection);
      removed = await removeReplaced(tx, tenant, connection.kind, days);
    },
    async after(tx, accepted) {
      await writeLeased(tx, tenant, connection, {
        rows: sql`greatest(0, ${connections.rows} + ${accepted - removed})` as never,
        firstDay: sql`least(${connections.firstDay}, ${oldest}::date)` as never,
        lastDay: sql`greatest(${connections.lastDay}, ${newest}::date)` as never,
        dataLimits: limitsWith(days) as never,
        ...(isPast && { pastDay: plusDays(oldest, -1) }),
      });
    },
  });
  if (refused.length > 0) rejected(refused.length);
}

/** What is stored in one transaction: some twenty statements for each day would take most of the time of a sync. */
const TOGETHER = { days: 8, records: 500 };

/** Reads days, newest first, and stores some together: a tool that refuses the next one keeps none of them back. */
export async function readRange(turn: Turn, range: DayRange, { isPast }: { isPast: boolean }) {
  let read: SourceDay[] = [];
  let records = 0;
  const storeRead = () => {
    const days = read;
    [read, records] = [[], 0];
    return storeDays(turn, days, isPast);
  };
  try {
    for await (const day of withEmptyDays(turn, range, isPast ? null : turn.connection.firstDay)) {
      read.push(day);
      records += day.records.length;
      if (read.length >= TOGETHER.days || records >= TOGETHER.records) await storeRead();
    }
  } finally {
    await storeRead();
  }
}

/** Periods of which the tool is asked how many people came: the last days, those before them, and the last month. */
export function recentPeriods(lastDay: string): DayRange[] {
  const before = (to: string, days: number) => ({ from: plusDays(to, 1 - days), to });
  const days = [7, 30, 90].flatMap((length) => [before(lastDay, length), before(plusDays(lastDay, -length), length)]);
  return [...days, ...monthsEnding({ from: plusDays(lastDay, -31), to: lastDay })];
}

/** The full months whose last day is among these. */
export function monthsEnding({ from, to }: DayRange): DayRange[] {
  const months: DayRange[] = [];
  for (let day = from; day <= to; day = plusDays(day, 1)) {
    const month = calendarPeriod(day, 1);
    if (plusDays(day, 1) === month.until) months.push({ from: month.from, to: day });
  }
  return months;
}

/** Asks for the unique users of periods, and stores them. */
export async function readUsersOf({ db, tenant, connection, kind, access, rejected }: Turn, periods: DayRange[]) {
  if (!kind.readUsers) return;
  const records: SourceRecord[] = [];
  for (const { from, to } of periods) {
    const users = await kind.readUsers(access, { from, to });
    if (users === undefined) continue;
    const externalId = `${idPrefix(connection.kind)}${from}:${to}`;
    records.push({ type: 'website_period', externalId, data: { from, to, source: connection.kind, users } });
  }
  const refused = await storeRecords(db, tenant, records, {
    after: (tx, accepted) =>
      writeLeased(tx, tenant, connection, { rows: sql`${connections.rows} + ${accepted}` as never }),
  });
  if (refused.length > 0) rejected(refused.length);
}
