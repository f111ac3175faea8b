import { type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { eachPart, rowParts } from '../../db/row-parts.ts';
import { trafficSources } from '../../db/schema/index.ts';
import { total } from '../../db/sums.ts';
import type { Tenant } from '../../db/tenant.ts';
import { ASKED_DAYS, type DayRange } from './days.ts';
import { ofPrimary, readPrimarySource } from './primary-source.ts';
import { sumByName } from './sum-by-name.ts';

const { source, medium, sessions, users, conversions, isAiAssistant, date, reportedBy } = trafficSources;

/** Rows of a statement, which all differ in the worst case. */
const part = rowParts({ table: trafficSources, key: [date], ...ASKED_DAYS, rows: 1_000 });

interface Sums {
  source: string;
  medium: string;
  sessions: number;
  users: number;
  conversions: number;
  isAiAssistant: boolean;
}

const bySessions = (one: Sums, other: Sums) => {
  if (one.sessions !== other.sessions) return other.sessions - one.sessions;
  if (one.source !== other.source) return one.source < other.source ? -1 : 1;
  return one.medium < other.medium ? -1 : 1;
};

function add(known: Sums, more: Sums) {
  known.sessions += more.sessions;
  known.users += more.users;
  known.conversions = Math.round((known.conversions + more.conversions) * 100) / 100;
  known.isAiAssistant ||= more.isAiAssistant;
}

// Counted, not selected: a part without rows of the source has to tell where the next one begins, too.
const counted = sql`filter (where ${ofPrimary(reportedBy)})`;

const sumsBy = (kind: SQL<string>) =>
  tenantQuery((db) =>
    db
      .with(part.rest(db))
      .select({
        next: part.next,
        source,
        medium: kind,
        rows: sql<number>`(count(*) ${counted})::int`,
        sessions: total(sessions, counted),
        users: total(users, counted),
        conversions: total(conversions, counted),
        isAiAssistant: sql<boolean>`coalesce(bool_or(${isAiAssistant}) ${counted}, false)`,
      })
      .from(trafficSources)
      .where(part.where)
      .groupBy(source, kind),
  );

const STATEMENTS = { bySource: sumsBy(sql`''::text`), byMedium: sumsBy(sql`${medium}`) };

/**
 * The sums of the largest sources of a period, largest first: by source and medium, or by source alone. They are those
 * that the primary analytics source has counted.
 */
export async function readLargestSources(
  db: TenantDb,
  tenant: Tenant,
  period: DayRange,
  { most, by }: { most: number; by: keyof typeof STATEMENTS },
) {
  const { clientId } = tenant;
  const statement = STATEMENTS[by](db);
  const primary = await readPrimarySource(db, tenant);
  const sums = sumByName<Sums>({
    nameOf: ({ source, medium }) => JSON.stringify([source, medium]),
    add,
    order: bySessions,
  });
  for await (const found of eachPart((begin) => statement.execute({ clientId, primary, ...period, ...begin })))
    await sums.add(found.flatMap(({ next: _, rows, ...row }) => (rows === 0 ? [] : [row])));
  return sums.largest(most);
}
