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

/** The limits told before, with those of a day where it is later. */
const limitsWith = (date: string, limits: readonly string[] = []) =>
  limits.reduce(
    (told, limit) =>
      sql`${told} || jsonb_build_object(${limit}::text, greatest(${connections.dataLimits} ->> ${limit}::text, ${date}::text))`,
    sql`${connections.dataLimits}`,
  );

/** Stores a day under the lease, with the position of the past where it is one of that. */
async function storeDay(
  { db, tenant, connection, rejected }: Turn,
  { date, records, limits }: SourceDay,
  isPast: boolean,
) {
  let removed = 0;
  const refused = await storeRecords(db, tenant, records, {
    async before(tx) {
      await holdLease(tx, tenant, connection);
      removed = await removeReplaced(tx, tenant, connection.kind, date, records);
    },
    async after(tx, accepted) {
      await writeLeased(tx, tenant, connection, {
        rows: sql`greatest(0, ${connections.rows} + ${accepted - removed})` as never,
        firstDay: sql`least(${connections.firstDay}, ${date}::date)` as never,
        lastDay: sql`greatest(${connections.lastDay}, ${date}::date)` as never,
        ...(limits?.length && { dataLimits: limitsWith(date, limits) as never }),
        ...(isPast && { pastDay: plusDays(date, -1) }),
      });
    },
  });
  if (refused.length > 0) rejected(refused.length);
}

/** Reads days, newest first, and stores each as it comes: a tool that refuses the next one keeps none of them back. */
export async function readRange(turn: Turn, range: DayRange, { isPast }: { isPast: boolean }) {
  const days = withEmptyDays(turn, range, isPast ? null : turn.connection.firstDay);
  for await (const day of days) await storeDay(turn, day, isPast);
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
