import { eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { eachPart } from '../../db/row-parts.ts';
import { connections, websiteDaily } from '../../db/schema/index.ts';
import { total } from '../../db/sums.ts';
import type { Tenant } from '../../db/tenant.ts';
import { toDataLimits } from '../values/data-limits.ts';
import { type DayRange, PERIOD, plusDays, todayIn } from '../values/days.ts';
import { websiteParts } from '../values/website-parts.ts';

const LIST_LIMIT = 20;
// Sources report a day after its end, some of them late.
const STALE_AFTER_DAYS = 3;

const { date, source, updatedAt, sessions, users, pageviews } = websiteDaily;

interface Source {
  source: string;
  lastDay: string;
  lastSyncAt: Date;
}

const part = websiteParts();

// The primary source is always one of them.
const firstSources = tenantQuery((db) =>
  db
    .with(part.rest(db))
    .select({
      next: part.next,
      source,
      lastDay: sql<string>`max(${date})::text`,
      lastSyncAt: sql`max(${updatedAt})`.mapWith(updatedAt),
    })
    .from(websiteDaily)
    .where(part.where)
    .groupBy(source)
    .orderBy(sql`${source} is distinct from ${sql.placeholder('primary')}::text`, sql`${source} collate "C"`)
    .limit(LIST_LIMIT),
);

/** The first sources by name that have rows in a period, and the primary one, with their latest day and report. */
async function readSources(db: TenantDb, { clientId }: Tenant, primary: string | null, period: DayRange) {
  const rank = (one: Source, other: Source) =>
    Number(other.source === primary) - Number(one.source === primary) || (one.source < other.source ? -1 : 1);
  let first: Source[] = [];
  for await (const found of eachPart((begin) => firstSources(db).execute({ clientId, primary, ...period, ...begin }))) {
    const all = new Map(first.map((one) => [one.source, one]));
    for (const one of found) {
      const known = all.get(one.source);
      // Parts are in the order of days.
      all.set(one.source, known && known.lastSyncAt > one.lastSyncAt ? { ...known, lastDay: one.lastDay } : one);
    }
    first = [...all.values()].sort(rank).slice(0, LIST_LIMIT);
  }
  return first.sort((one, other) => (one.source < other.source ? -1 : 1));
}

const sumsOfSources = tenantQuery((db) =>
  db
    .with(part.rest(db))
    .select({
      next: part.next,
      source,
      sessions: total(sessions),
      users: total(users),
      pageviews: total(pageviews),
    })
    .from(websiteDaily)
    .where(part.where)
    .groupBy(source),
);

/** The totals of some sources in a period. */
async function readTotals(db: TenantDb, { clientId }: Tenant, names: readonly string[], period: DayRange) {
  const totals = new Map(names.map((name) => [name, { sessions: 0, users: 0, pageviews: 0 }]));
  for await (const rows of eachPart((begin) => sumsOfSources(db).execute({ clientId, ...period, ...begin })))
    for (const row of rows) {
      const known = totals.get(row.source);
      if (!known) continue;
      known.sessions += row.sessions;
      known.users += row.users;
      known.pageviews += row.pageviews;
    }
  return totals;
}

/** The connections, which name their source. */
const allConnections = tenantQuery((db) =>
  db
    .select({ kind: connections.kind, status: connections.status, dataLimits: connections.dataLimits })
    .from(connections)
    .where(eq(connections.clientId, sql.placeholder('clientId'))),
);

/** The sources that have reported in the last year, with what they count in a period. */
export async function readConnectedSources(db: TenantDb, tenant: Tenant, primary: string | null, period: DayRange) {
  const today = todayIn(tenant.timezone);
  const recent = { from: plusDays(today, -PERIOD.maxDays), to: 'infinity' };
  const sources = await readSources(db, tenant, primary, recent);
  const totals = await readTotals(
    db,
    tenant,
    sources.map(({ source }) => source),
    period,
  );
  const made = await allConnections(db).execute({ clientId: tenant.clientId });
  const connected = new Map(made.map((one) => [one.kind, one]));
  const statusOf = ({ source, lastDay }: Source) => {
    if (connected.get(source)?.status === 'connected') return 'connected' as const;
    return lastDay >= plusDays(today, -STALE_AFTER_DAYS) ? ('reported' as const) : ('stale' as const);
  };
  return sources.map(({ source, lastDay, lastSyncAt }) => ({
    source,
    status: statusOf({ source, lastDay, lastSyncAt }),
    lastSyncAt,
    dataLimits: toDataLimits(connected.get(source)?.dataLimits ?? {}, period.from),
    primary: source === primary,
    totals: totals.get(source) ?? { sessions: 0, users: 0, pageviews: 0 },
  }));
}
