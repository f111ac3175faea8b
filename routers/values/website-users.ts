import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { websitePeriods } from '../../db/schema/index.ts';
import { total } from '../../db/sums.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import type { DayRange } from './days.ts';

const { from, to, source, users } = websitePeriods;

const keyOf = (source: string, period: DayRange) => JSON.stringify([source, period.from, period.to]);

/**
 * A function that tells the users that a source reports of exactly a period, or else the sum of days that it is given.
 * Who comes on two days is one user of the period and two of its days.
 */
export async function readPeriodUsers(db: TenantDb, tenant: Tenant, sources: readonly string[], periods: DayRange[]) {
  const asked = or(...periods.map((period) => and(eq(from, period.from), eq(to, period.to))));
  const rows =
    sources.length === 0 || periods.length === 0
      ? []
      : await db
          .select({ source, from: sql<string>`${from}::text`, to: sql<string>`${to}::text`, users: total(users) })
          .from(websitePeriods)
          .where(ownedBy(tenant, websitePeriods, inArray(source, [...sources]), asked))
          .groupBy(source, from, to);
  const known = new Map(rows.map((row) => [keyOf(row.source, row), row.users]));
  return (of: string | null, period: DayRange, sumOfDays: number) => {
    const reported = of === null ? undefined : known.get(keyOf(of, period));
    return reported === undefined
      ? { users: sumOfDays, usersBasis: 'daily_sum' as const }
      : { users: reported, usersBasis: 'period' as const };
  };
}
