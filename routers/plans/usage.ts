import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/handles.ts';
import {
  clientReports,
  connections,
  invitations,
  measurementPrompts,
  measurementRuns,
  measurementUsage,
  memberships,
  type PlanLimit,
} from '../../db/schema/index.ts';
import { service } from '../../server/services.ts';
import { planGrants } from './granted.ts';

/** The current month of UTC, as a day. */
export const THIS_MONTH = sql`date_trunc('month', now() at time zone 'UTC')::date`;

/** The answers of this month that were asked for. */
export const answersUsed = (clientId: string) => sql<number>`coalesce((select ${measurementUsage.used}
  from ${measurementUsage} where ${measurementUsage.clientId} = ${clientId} and ${measurementUsage.month} = ${THIS_MONTH}), 0)::int`;

/** Those that a run under way may still ask for. */
export const answersReserved = (clientId: string) => sql<number>`coalesce((select
  greatest(${measurementRuns.total} - ${measurementRuns.used}, 0) from ${measurementRuns}
  where ${measurementRuns.clientId} = ${clientId} and ${measurementRuns.status} in ('queued', 'running')), 0)::int`;

const COUNTS: Record<PlanLimit, (clientId: string) => SQL> = {
  prompts: (clientId) => sql`(select count(*) from ${measurementPrompts}
    where ${measurementPrompts.clientId} = ${clientId} and ${measurementPrompts.active})::int`,
  monthlyAnswers: (clientId) => sql`${answersUsed(clientId)} + ${answersReserved(clientId)}`,
  members: (clientId) => sql`((select count(*) from ${memberships} where ${memberships.orgId} = ${clientId})
    + (select count(*) from ${invitations} where ${invitations.orgId} = ${clientId} and ${invitations.expiresAt} > now()))::int`,
  connections: (clientId) =>
    sql`(select count(*) from ${connections} where ${connections.clientId} = ${clientId})::int`,
  reportsAMonth: (clientId) => sql`(select count(*) from ${clientReports}
    where ${clientReports.clientId} = ${clientId} and ${clientReports.countedAt} >= ${THIS_MONTH}::timestamp at time zone 'UTC')::int`,
};

/** How much a client has of what a plan limits. Members are accounts, all else are rows of the client. */
export async function countUsed(db: Executor, clientId: string, limit: PlanLimit) {
  const [row] = await db.execute<{ used: number }>(sql`select ${COUNTS[limit](clientId)} as used`);
  return row?.used ?? 0;
}

/** What a client may have and has of each, in any scope. */
export const planUse = service(({ database, use }) => ({
  /** @throws NOT_FOUND for a client that is gone */
  async of(clientId: string) {
    const { tenant, limits } = await use(planGrants).of(clientId);
    const of = async (limit: PlanLimit) => ({
      limit: limits[limit],
      used: await countUsed(limit === 'members' ? database.accounts : database.as(tenant), clientId, limit),
    });
    const [prompts, monthlyAnswers, members, connected, reportsAMonth] = await Promise.all([
      of('prompts'),
      of('monthlyAnswers'),
      of('members'),
      of('connections'),
      of('reportsAMonth'),
    ]);
    return { prompts, monthlyAnswers, members, connections: connected, reportsAMonth };
  },
}));
