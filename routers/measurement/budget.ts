import { and, eq, sql } from 'drizzle-orm';
import type { AccountDb, MaintenanceDb, TenantDb } from '../../db/handles.ts';
import { measurementRuns, measurementUsage, memberships, organizations, users } from '../../db/schema/index.ts';
import type { Env } from '../../server/env.ts';
import { isVerifiedByOwner } from '../../server/identity/verified.ts';
import { service } from '../../server/services.ts';

/** The current month of UTC, as a day. */
const THIS_MONTH = sql`date_trunc('month', now() at time zone 'UTC')::date`;

/** The answers that a client may ask for in a month: what an operator set, else what is usual for its kind. */
async function monthlyBudget(accounts: AccountDb, env: Env, clientId: string): Promise<number> {
  const administrator = sql<boolean>`exists (select from ${memberships} join ${users} on ${users.id} = ${memberships.userId}
    where ${memberships.orgId} = ${organizations.id} and ${memberships.role} = 'admin' and ${isVerifiedByOwner})`;
  const [client] = await accounts
    .select({
      own: organizations.monthlyAnswers,
      isKnown: sql<boolean>`(${organizations.madeByOperator} or ${administrator})`,
    })
    .from(organizations)
    .where(eq(organizations.id, clientId));
  if (!client) return 0;
  return client.own ?? (client.isKnown ? env.MEASUREMENT_MONTHLY_ANSWERS : env.MEASUREMENT_SELF_REGISTERED_ANSWERS);
}

/** What clients may ask for: who registered an organization is an account, which handlers do not read. */
export const budgets = service(({ database, env }) => ({
  of: (clientId: string) => monthlyBudget(database.accounts, env, clientId),
}));

/** What of the month is used, and what a run under way may still use. */
export async function readUsage(db: TenantDb | MaintenanceDb, { clientId }: { clientId: string }) {
  const [row] = await (db as TenantDb)
    .select({
      used: sql<number>`coalesce((select ${measurementUsage.used} from ${measurementUsage}
        where ${measurementUsage.clientId} = ${clientId} and ${measurementUsage.month} = ${THIS_MONTH}), 0)::int`,
      reserved: sql<number>`coalesce((select greatest(${measurementRuns.total} - ${measurementRuns.used}, 0)
        from ${measurementRuns} where ${measurementRuns.clientId} = ${clientId}
        and ${measurementRuns.status} in ('queued', 'running')), 0)::int`,
    })
    .from(sql`(values (true)) as nothing`);
  return row ?? { used: 0, reserved: 0 };
}

/** Counts calls that were sent, or gives back those that were refused. */
export async function countCalls(
  tx: MaintenanceDb,
  { clientId, runId }: { clientId: string; runId: string },
  by: number,
) {
  await tx
    .insert(measurementUsage)
    .values({ clientId, month: sql`${THIS_MONTH}`, used: Math.max(0, by) })
    .onConflictDoUpdate({
      target: [measurementUsage.clientId, measurementUsage.month],
      set: { used: sql`greatest(${measurementUsage.used} + ${by}, 0)` },
    });
  await tx
    .update(measurementRuns)
    .set({ used: sql`greatest(${measurementRuns.used} + ${by}, 0)` })
    .where(and(eq(measurementRuns.clientId, clientId), eq(measurementRuns.id, runId)));
}
