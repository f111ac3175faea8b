import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { measurements } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import type { Deps } from '../../../server/deps.ts';
import { PortalError } from '../../../server/errors.ts';
import { findTenant } from '../../../server/identity/find-tenant.ts';
import { nextRunAfter } from '../next-run.ts';
import { LEFT_OUT_REASONS, type LeftOut } from '../shapes.ts';
import { startRun } from './start-run.ts';

const AT_ONCE = 500;

type Due = typeof measurements.$inferSelect;

/** Another process has begun the run, or left it out. */
class Taken extends Error {}

const leftOutBy = (err: unknown): LeftOut | undefined =>
  err instanceof PortalError ? LEFT_OUT_REASONS.find((reason) => reason === err.errorCode) : undefined;

/** Takes a run that is due, and schedules the next one: of several processes one does. @throws Taken in the others */
async function take(tx: TenantDb, tenant: Tenant, due: Due, set: Partial<Due>) {
  const taken = await tx
    .update(measurements)
    .set({ ...set, nextRunAt: nextRunAfter(due, tenant.timezone) })
    .where(ownedBy(tenant, measurements, and(eq(measurements.nextRunAt, due.nextRunAt ?? new Date(0)))))
    .returning({ clientId: measurements.clientId });
  if (taken.length === 0) throw new Taken();
}

/** Administrators are told of the first run that is left out for a reason, not of each. */
const leaveOut = (tx: TenantDb, tenant: Tenant, due: Due, reason: LeftOut) =>
  take(tx, tenant, due, {
    leftOut: reason,
    leftOutAt: due.nextRunAt,
    ...(reason !== due.leftOut && { tellAt: new Date() }),
  });

async function startDue(deps: Deps, due: Due) {
  const { database } = deps;
  const tenant = await findTenant(database.accounts, due.clientId);
  if (!tenant) return;
  const db = database.as(tenant);
  // Nobody of a suspended client is there to be told.
  if (tenant.status !== 'active') return take(db, tenant, due, {});
  const begun = { leftOut: null, leftOutAt: null, tellAt: null };
  try {
    await startRun(db, tenant, deps, 'schedule', (tx) => take(tx, tenant, due, begun));
  } catch (err) {
    const reason = leftOutBy(err);
    if (!reason) throw err;
    await leaveOut(db, tenant, due, reason);
  }
}

/**
 * Begins the runs that are due. What was missed while no process ran is made up once; one that does not fit, or while
 * another is under way, is left out. After any other failure it stays due.
 */
export async function startDueRuns(deps: Deps): Promise<void> {
  const due = await deps.database
    .asMaintenance()
    .select()
    .from(measurements)
    .where(lte(measurements.nextRunAt, sql`now()`))
    .orderBy(asc(measurements.nextRunAt))
    .limit(AT_ONCE);
  for (const one of due)
    await startDue(deps, one).catch((err) => {
      if (!(err instanceof Taken)) deps.log.warn({ err, client: one.clientId }, 'A scheduled run could not begin.');
    });
}
