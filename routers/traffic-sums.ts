import { type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../db/handles.ts';
import { tenantQuery } from '../db/prepared.ts';
import { eachPart, rowParts } from '../db/row-parts.ts';
import { trafficSources } from '../db/schema/index.ts';
import { total } from '../db/sums.ts';
import type { Tenant } from '../db/tenant.ts';
import { ASKED_DAYS, type DayRange } from './days.ts';
import { tally } from './tally.ts';

const { source, medium, sessions, users, conversions, isAiAssistant, date } = trafficSources;

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

const sumsBy = (kind: SQL<string>) =>
  tenantQuery((db) =>
    db
      .with(part.rest(db))
      .select({
        next: part.next,
        source,
        medium: kind,
        sessions: total(sessions),
        users: total(users),
        conversions: total(conversions),
        isAiAssistant: sql<boolean>`bool_or(${isAiAssistant})`,
      })
      .from(trafficSources)
      .where(part.where)
      .groupBy(source, kind),
  );

const STATEMENTS = { bySource: sumsBy(sql`''::text`), byMedium: sumsBy(sql`${medium}`) };

/** The sums of the largest sources of a period, largest first: by source and medium, or by source alone. */
export async function readLargestSources(
  db: TenantDb,
  { clientId }: Tenant,
  period: DayRange,
  { most, by }: { most: number; by: keyof typeof STATEMENTS },
) {
  const statement = STATEMENTS[by](db);
  const sums = tally<Sums>({
    nameOf: ({ source, medium }) => JSON.stringify([source, medium]),
    add,
    order: bySessions,
  });
  for await (const rows of eachPart((begin) => statement.execute({ clientId, ...period, ...begin })))
    await sums.add(rows.map(({ next: _, ...row }) => row));
  return sums.largest(most);
}
