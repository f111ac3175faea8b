import { desc, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { tenantQuery } from '../../../db/prepared.ts';
import { scoreRuns } from '../../../db/schema/index.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { InsightContext } from '../../../insights/wire.ts';
import { oneDecimal } from '../../values/rounding.ts';
import { scoreKeyOf } from './closed-lists.ts';
import { firstMonth } from './months.ts';

const { clientId, id, completedAt, dynamicScore, components } = scoreRuns;

const zone = sql`${sql.placeholder('timezone')}::text`;
const before = (column: typeof dynamicScore | typeof components) =>
  sql`lag(${column}) over (order by ${completedAt}, ${id})`;

const lastMove = tenantQuery((db) => {
  const pairs = db
    .select({
      completedAt: sql`${completedAt}`.as('at'),
      month: sql<string>`to_char(${completedAt} at time zone ${zone}, 'YYYY-MM')`.as('month'),
      dynamicScore: sql<number>`${dynamicScore}`.mapWith(Number).as('score'),
      components: sql<(typeof components)['_']['data']>`${components}`.mapWith(components).as('parts'),
      scoreBefore: sql<number>`${before(dynamicScore)}`.mapWith(Number).as('score_before'),
      componentsBefore: sql<(typeof components)['_']['data']>`${before(components)}`
        .mapWith(components)
        .as('parts_before'),
    })
    .from(scoreRuns)
    .where(
      sql`${clientId} = ${sql.placeholder('clientId')} and ${dynamicScore} is not null
        and ${completedAt} >= ${sql.placeholder('first')}::timestamp at time zone ${zone}`,
    )
    .as('pairs');
  return db
    .select()
    .from(pairs)
    .where(sql`round(${pairs.dynamicScore}::numeric, 1) <> round(${pairs.scoreBefore}::numeric, 1)`)
    .orderBy(desc(pairs.completedAt))
    .limit(1);
});

type LastChange = NonNullable<NonNullable<InsightContext['visibility']>['last_change']>;

/** The last scan of 13 months whose score is another than that of the scan before; undefined where there is none. */
export async function lastChange(db: TenantDb, tenant: Tenant): Promise<LastChange | undefined> {
  const { timezone } = tenant;
  const [moved] = await lastMove(db).execute({
    clientId: tenant.clientId,
    timezone,
    first: `${firstMonth(timezone)}-01`,
  });
  if (!moved) return undefined;
  const { month, scoreBefore, dynamicScore: dynamic_score, componentsBefore } = moved;
  return {
    month,
    before: scoreBefore,
    dynamic_score,
    components: moved.components.flatMap(({ key, score }) => {
      const earlier = componentsBefore.find((part) => part.key === key);
      const change = earlier ? oneDecimal(score - earlier.score) : 0;
      return change ? [{ key: scoreKeyOf(key), score, change }] : [];
    }),
  };
}
