import { and, eq, sql } from 'drizzle-orm';
import { measurementRuns } from '../../../db/schema/index.ts';
import { ownedBy } from '../../../db/tenant.ts';
import type { Deps } from '../../../server/deps.ts';
import { findTenant } from '../../../server/identity/find-tenant.ts';
import { auditSite } from '../audit/audit-site.ts';

/** Queues the audits of runs, once each: the role of a client has no access to the queue. */
export async function queueAudits({ database, jobs }: Deps): Promise<void> {
  const waiting = await database.asMaintenance().execute<{ client: string; run: string }>(sql`
    select client_id as client, id as run from ${measurementRuns}
    where status in ('queued', 'running') and jsonb_typeof(plan -> 'audit') = 'object' and audited_at is null limit 100`);
  const audits = waiting.map(({ client: clientId, run: runId }) => ({ id: runId, data: { clientId, runId } }));
  if (audits.length > 0) await jobs.sendOnce(database.accounts, 'site-audits', audits);
}

/** Audits the website for a run. One that fails changes nothing of the run but that it is over. */
export const auditForRun =
  ({ database, env, log }: Deps) =>
  async ({ clientId, runId }: { clientId: string; runId: string }, { signal }: { signal?: AbortSignal }) => {
    const tenant = await findTenant(database.accounts, clientId);
    if (tenant?.status !== 'active') return;
    const db = database.as(tenant);
    const ofRun = ownedBy(tenant, measurementRuns, and(eq(measurementRuns.id, runId)));
    const [run] = await db.select().from(measurementRuns).where(ofRun);
    if (!run?.plan.audit || run.auditedAt) return;
    await auditSite({ env, database }, tenant, run.plan.audit, signal ? { signal } : {}).catch((err) => {
      if (signal?.aborted) throw err;
      log.warn({ err, run: runId }, 'A website could not be audited.');
    });
    await db.update(measurementRuns).set({ auditedAt: new Date() }).where(ofRun);
  };
