import { and, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { TenantDb } from '../../../db/handles.ts';
import { tenantQuery } from '../../../db/prepared.ts';
import { scoreRuns } from '../../../db/schema/index.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { InsightContext } from '../../../insights/wire.ts';
import { oneDecimal } from '../../values/rounding.ts';
import { scoreKeyOf } from './closed-lists.ts';
import { firstMonth } from './months.ts';

const { clientId, id, completedAt, dynamicScore, components } = scoreRuns;
const earlier = alias(scoreRuns, 'earlier');

const client = sql.placeholder('clientId');
const zone = sql`${sql.placeholder('timezone')}::text`;
const before = (column: typeof dynamicScore | typeof id) => sql`lag(${column}) over (order by ${completedAt}, ${id})`;

// The pair is found by ids and scores alone: a year of hourly scans has megabytes of components.
const lastMove = tenantQuery((db) => {
  const pairs = db
    .select({
      id: sql`${id}`.as('at'),
      completedAt: sql`${completedAt}`.as('completed'),
      score: sql`${dynamicScore}`.as('score'),
      idBefore: sql`${before(id)}`.as('at_before'),
      scoreBefore: sql`${before(dynamicScore)}`.as('score_before'),
    })
    .from(scoreRuns)
    .where(
      sql`${clientId} = ${client} and ${dynamicScore} is not null
        and ${completedAt} >= ${sql.placeholder('first')}::timestamp at time zone ${zone}`,
    )
    .as('pairs');
  const pair = db
    .select({ id: pairs.id, idBefore: pairs.idBefore })
    .from(pairs)
    .where(sql`round(${pairs.score}::numeric, 1) <> round(${pairs.scoreBefore}::numeric, 1)`)
    .orderBy(desc(pairs.completedAt), desc(pairs.id))
    .limit(1)
    .as('pair');
  return db
    .select({
      month: sql<string>`to_char(${completedAt} at time zone ${zone}, 'YYYY-MM')`,
      score: sql<number>`${dynamicScore}`.mapWith(Number),
      scoreBefore: sql<number>`${earlier.dynamicScore}`.mapWith(Number),
      components,
      componentsBefore: earlier.components,
    })
    .from(pair)
    .innerJoin(scoreRuns, and(eq(clientId, client), eq(id, pair.id)))
    .innerJoin(earlier, and(eq(earlier.clientId, client), eq(earlier.id, pair.idBefore)));
});

type LastChange = NonNullable<NonNullable<InsightContext['visibility']>['last_change']>;

/** The last scan of 13 months whose score is another than that of the scan before; undefined where there is none. */
export async function lastChange(db: TenantDb, tenant: Tenant): Promise<LastChange | undefined> {
  const { timezone } = tenant;
  const range = { clientId: tenant.clientId, timezone, first: `${firstMonth(timezone)}-01` };
  const [moved] = await lastMove(db).execute(range);
  if (!moved) return undefined;
  const parts = moved.components.flatMap(({ key, score }) => {
    const known = moved.componentsBefore.find((part) => part.key === key);
    const change = known ? oneDecimal(score - known.score) : 0;
    return change ? [{ key: scoreKeyOf(key), score, change }] : [];
  });
  return { month: moved.month, before: moved.scoreBefore, dynamic_score: moved.score, components: parts };
}
