import { sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { tenantQuery } from '../../../db/prepared.ts';
import { scoreRuns } from '../../../db/schema/index.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { MONTHS } from '../../../insights/wire.ts';
import { firstMonth } from './months.ts';

const { clientId, completedAt, dynamicScore, id } = scoreRuns;

const zone = sql`${sql.placeholder('timezone')}::text`;

/** One look-up in the index for each month, however many scans it has. */
const lastOfMonths = tenantQuery((db) => {
  const months = db
    .select({
      month: sql<string>`to_char(month, 'YYYY-MM')`.as('month'),
      begin: sql`month at time zone ${zone}`.as('month_begin'),
      end: sql`(month + interval '1 month') at time zone ${zone}`.as('month_end'),
    })
    .from(
      sql`generate_series(${sql.placeholder('first')}::timestamp, ${sql.placeholder('first')}::timestamp + interval '${sql.raw(String(MONTHS - 1))} months', interval '1 month') as month`,
    )
    .as('months');
  const last = db
    .select({ dynamicScore })
    .from(scoreRuns)
    .where(
      sql`${clientId} = ${sql.placeholder('clientId')} and ${completedAt} >= ${months.begin} and ${completedAt} < ${months.end} and ${dynamicScore} is not null`,
    )
    .orderBy(sql`${completedAt} desc, ${id} desc`)
    .limit(1)
    .as('last');
  return db
    .select({ month: months.month, dynamicScore: last.dynamicScore })
    .from(months)
    .crossJoinLateral(last)
    .orderBy(months.month);
});

/** The score of the last scan of each of the last 13 months that has one, earliest first. */
export async function scoreMonths(db: TenantDb, tenant: Tenant) {
  const { timezone } = tenant;
  const first = `${firstMonth(timezone)}-01`;
  const rows = await lastOfMonths(db).execute({ clientId: tenant.clientId, timezone, first });
  return rows.flatMap(({ month, dynamicScore }) =>
    dynamicScore === null ? [] : [{ month, dynamic_score: dynamicScore }],
  );
}
