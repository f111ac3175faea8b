import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { measurements } from '../../../db/schema/index.ts';
import type { Deps } from '../../../server/deps.ts';
import { PortalError } from '../../../server/errors.ts';
import { findTenant } from '../../../server/identity/find-tenant.ts';
import { nextRunAfter } from '../next-run.ts';
import { startRun } from './start-run.ts';

const AT_ONCE = 50;

/**
 * Begins the runs that are due. What was missed while no process ran is made up once; one that does not fit, or while
 * another is under way, is left out.
 */
export async function startDueRuns(deps: Deps): Promise<void> {
  const { database, log } = deps;
  const maintenance = database.asMaintenance();
  const due = await maintenance
    .select()
    .from(measurements)
    .where(lte(measurements.nextRunAt, sql`now()`))
    .orderBy(asc(measurements.nextRunAt))
    .limit(AT_ONCE);
  for (const measurement of due) {
    const tenant = await findTenant(database.accounts, measurement.clientId);
    if (!tenant || !measurement.nextRunAt) continue;
    // Taken first: of several processes one begins it.
    const taken = await maintenance
      .update(measurements)
      .set({ nextRunAt: nextRunAfter(measurement, tenant.timezone) })
      .where(and(eq(measurements.clientId, tenant.clientId), eq(measurements.nextRunAt, measurement.nextRunAt)))
      .returning({ clientId: measurements.clientId });
    if (taken.length === 0 || tenant.status !== 'active') continue;
    await startRun(database.as(tenant), tenant, deps, 'schedule').catch((err) => {
      const reason = err instanceof PortalError ? err.errorCode : undefined;
      log.warn({ err: reason ? undefined : err, reason, client: tenant.clientId }, 'A scheduled run was left out.');
    });
  }
}
