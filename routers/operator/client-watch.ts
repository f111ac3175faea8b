import { and, asc, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reach } from '../../db/handles.ts';
import { actionItems, connections, scoreRuns, websiteDaily } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { service } from '../../server/services.ts';
import { KindName, toConnection } from '../connections/public.ts';
import { Timestamp } from '../values/shapes.ts';
import { settleAttention } from './clients-attention.ts';

/** How many scans and overdue tasks of one client are shown. */
export const LATEST_SCANS = 5;
export const LATE_TASKS = 10;

const isKind = (kind: string) => KindName.safeParse(kind).success;

const late = (of: SQL) =>
  and(
    of,
    inArray(actionItems.status, ['open', 'in_progress']),
    lt(actionItems.dueDate, sql`(now() at time zone 'UTC')::date`),
  );

const Count = z.int().min(0);

/** What an operator looks at each morning, besides the facts that are kept of a client. */
export const Watched = z.object({
  overdueItems: Count.describe('Open action items that were due before today, in UTC.'),
  brokenConnections: z.array(KindName).max(KindName.options.length).describe('Connections that bring nothing.'),
  lastDataAt: Timestamp.nullable().describe('When a connection last brought figures; null before the first time.'),
  visits: Count.nullable().describe(
    'Sessions of the last 28 full days, in UTC, of the analytics tool that is primary, or that counted most; null without figures.',
  ),
  visitsBefore: Count.nullable().describe('The same of the 28 days before.'),
});

const NOTHING: z.input<typeof Watched> = {
  overdueItems: 0,
  brokenConnections: [],
  lastDataAt: null,
  visits: null,
  visitsBefore: null,
};

/** Reads it of the clients of one page of the list: three statements, whatever their number. */
async function watch({ database }: Deps, reach: Reach, ids: string[]) {
  const found = new Map<string, z.input<typeof Watched>>(ids.map((id) => [id, { ...NOTHING }]));
  const of = (id: string) => found.get(id) ?? NOTHING;
  if (ids.length === 0) return of;
  const db = database.within(reach).clients;
  const [tasks, tools, visits] = await Promise.all([
    db
      .select({ id: actionItems.clientId, overdueItems: sql<number>`count(*)::int` })
      .from(actionItems)
      .where(late(inArray(actionItems.clientId, ids)))
      .groupBy(actionItems.clientId),
    db
      .select({
        id: connections.clientId,
        broken: sql<string | null>`string_agg(${connections.kind}, ' ' order by ${connections.kind})
          filter (where ${connections.status} <> 'connected')`,
        lastDataAt: sql<Date | null>`max(${connections.lastSyncAt})`.mapWith(connections.lastSyncAt),
      })
      .from(connections)
      .where(inArray(connections.clientId, ids))
      .groupBy(connections.clientId),
    db.execute<{ id: string; visits: number | null; visitsBefore: number | null }>(sql`
      select distinct on (of_source.client_id) of_source.client_id as id, now_sum::float8 as visits, before_sum::float8 as "visitsBefore"
      from (select client_id, source,
              sum(sessions) filter (where date >= today - 28) as now_sum,
              sum(sessions) filter (where date < today - 28) as before_sum
            from ${websiteDaily}, (select (now() at time zone 'UTC')::date as today) as days
            where ${inArray(websiteDaily.clientId, ids)} and date >= today - 56 and date < today
            group by client_id, source) as of_source
      join organizations on organizations.id = of_source.client_id
      order by of_source.client_id, of_source.source = organizations.primary_analytics_source desc nulls last,
        now_sum desc nulls last, of_source.source`),
  ]);
  const ofTools = tools.map(({ broken, ...one }) => ({
    ...one,
    brokenConnections: broken?.split(' ').filter(isKind) ?? [],
  }));
  for (const { id, ...facts } of [...tasks, ...ofTools, ...visits]) Object.assign(found.get(id) ?? {}, facts);
  return of;
}

/** What runs for one client: its connections, latest scans and overdue tasks. */
async function running({ database }: Deps, reach: Reach, clientId: string) {
  const db = database.within(reach).clients;
  const [tools, scans, lateTasks] = await Promise.all([
    db
      .select()
      .from(connections)
      .where(eq(connections.clientId, clientId))
      .orderBy(asc(connections.kind))
      .limit(KindName.options.length),
    db
      .select({ id: scoreRuns.id, completedAt: scoreRuns.completedAt, dynamicScore: scoreRuns.dynamicScore })
      .from(scoreRuns)
      .where(eq(scoreRuns.clientId, clientId))
      .orderBy(desc(scoreRuns.completedAt), desc(scoreRuns.id))
      .limit(LATEST_SCANS),
    db
      .select({ id: actionItems.id, title: actionItems.title, dueDate: sql<string>`${actionItems.dueDate}::text` })
      .from(actionItems)
      .where(late(eq(actionItems.clientId, clientId)))
      .orderBy(asc(actionItems.dueDate), asc(actionItems.id))
      .limit(LATE_TASKS),
  ]);
  return { connections: tools.map(toConnection), scans, lateTasks };
}

/** Handlers of the operator have no handle that reads the rows of several clients. */
export const clientWatch = service((deps: Deps) => ({
  of: (reach: Reach, ids: string[]) => watch(deps, reach, ids),
  running: (reach: Reach, clientId: string) => running(deps, reach, clientId),
  settle: () => settleAttention(deps.database.asMaintenance()),
}));
