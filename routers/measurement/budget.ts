import { and, eq, sql } from 'drizzle-orm';
import type { Executor, MaintenanceDb } from '../../db/handles.ts';
import { measurementRuns, measurementUsage, memberships, organizations, users } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { isVerifiedByOwner } from '../../server/identity/verified.ts';
import { service } from '../../server/services.ts';
import { planGrants } from '../plans/granted.ts';
import { answersReserved, answersUsed, THIS_MONTH } from '../plans/usage.ts';

interface Budget {
  answers: number;
  /** Whether it is what the plan of the client grants. */
  isPlans: boolean;
}

/**
 * The answers that a client may ask for in a month: what an operator set, else what its plan grants, else what is usual
 * for its kind.
 */
async function monthlyBudget({ database: { accounts }, env, use }: Deps, clientId: string): Promise<Budget> {
  const administrator = sql<boolean>`exists (select from ${memberships} join ${users} on ${users.id} = ${memberships.userId}
    where ${memberships.orgId} = ${organizations.id} and ${memberships.role} = 'admin' and ${isVerifiedByOwner})`;
  const [client] = await accounts
    .select({
      own: organizations.monthlyAnswers,
      isKnown: sql<boolean>`(${organizations.madeByOperator} or ${administrator})`,
    })
    .from(organizations)
    .where(eq(organizations.id, clientId));
  if (!client) return { answers: 0, isPlans: false };
  if (client.own !== null) return { answers: client.own, isPlans: false };
  const granted = (await use(planGrants).of(clientId)).limits.monthlyAnswers;
  if (granted !== null) return { answers: granted, isPlans: true };
  const usual = client.isKnown ? env.MEASUREMENT_MONTHLY_ANSWERS : env.MEASUREMENT_SELF_REGISTERED_ANSWERS;
  return { answers: usual, isPlans: false };
}

/** What clients may ask for: who registered an organization is an account, which handlers do not read. */
export const budgets = service((deps) => ({ of: (clientId: string) => monthlyBudget(deps, clientId) }));

/** What of the month is used, and what a run under way may still use. */
export async function readUsage(db: Executor, { clientId }: { clientId: string }) {
  const [row] = await db.execute<{ used: number; reserved: number }>(
    sql`select ${answersUsed(clientId)} as used, ${answersReserved(clientId)} as reserved`,
  );
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
