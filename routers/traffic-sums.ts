import { between, sql } from 'drizzle-orm';
import type { TenantDb } from '../db/handles.ts';
import { trafficSources } from '../db/schema/index.ts';
import { total } from '../db/sums.ts';
import { ownedBy, type Tenant } from '../db/tenant.ts';
import { betweenSteps } from '../server/http/slices.ts';
import { type DayRange, inParts } from './days.ts';

const { source, medium, sessions, users, conversions, isAiAssistant, date } = trafficSources;

/** Days of one statement: 3,000 sources at most, which all differ in the worst case. */
const DAYS_AT_ONCE = 10;
/** Rows that are sorted in one turn of the event loop. */
const ROWS_AT_ONCE = 5_000;

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

/** The largest, largest first. */
async function largestOf(all: Sums[], most: number) {
  let largest: Sums[] = [];
  for (let start = 0; start < all.length; start += ROWS_AT_ONCE) {
    await betweenSteps();
    largest = [...largest, ...all.slice(start, start + ROWS_AT_ONCE)].sort(bySessions).slice(0, most);
  }
  return largest;
}

/** The sums of the largest sources of a period, largest first: by source and medium, or by source alone. */
export async function readLargestSources(
  db: TenantDb,
  tenant: Tenant,
  period: DayRange,
  { most, byMedium }: { most: number; byMedium: boolean },
) {
  const parts = await inParts(period, DAYS_AT_ONCE, ({ from, to }) =>
    db
      .select({
        source,
        medium: byMedium ? sql<string>`${medium}` : sql<string>`''`,
        sessions: total(sessions),
        users: total(users),
        conversions: total(conversions),
        isAiAssistant: sql<boolean>`bool_or(${isAiAssistant})`,
      })
      .from(trafficSources)
      .where(ownedBy(tenant, trafficSources, between(date, from, to)))
      .groupBy(sql`1`, sql`2`),
  );
  const sums = new Map<string, Sums>();
  for (const part of parts) {
    await betweenSteps();
    const key = JSON.stringify([part.source, part.medium]);
    const known = sums.get(key);
    if (!known) {
      sums.set(key, part);
      continue;
    }
    known.sessions += part.sessions;
    known.users += part.users;
    known.conversions = Math.round((known.conversions + part.conversions) * 100) / 100;
    known.isAiAssistant ||= part.isAiAssistant;
  }
  return largestOf([...sums.values()], most);
}
