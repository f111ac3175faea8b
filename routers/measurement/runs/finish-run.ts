import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { TenantDb } from '../../../db/handles.ts';
import { measurementAnswers, measurementRunEngines, measurementRuns } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import type { Deps } from '../../../server/deps.ts';
import { findTenant } from '../../../server/identity/find-tenant.ts';
import { makeFactTasks } from './fact-tasks.ts';
import { publishRun, scanOf } from './publish.ts';

/** The share of its readings that each engine of a scan has. */
const ENOUGH = 0.9;

/** An audit that lasts longer has ended with its process. */
const LONGEST_AUDIT = '30 minutes';

const OPEN = ['queued', 'running'] as const;

type Counts = Pick<typeof measurementRunEngines.$inferSelect, 'done' | 'total'>;

/** How a run has ended whose calls have all ended. */
function outcomeOf(engines: readonly Counts[]) {
  if (engines.length === 0) return 'completed';
  if (engines.every(({ done }) => done === 0)) return 'failed';
  return engines.every(({ done, total }) => done >= ENOUGH * total) ? 'completed' : 'incomplete';
}

/** The answers that came in a run, in their turn. */
export const answersOf = (db: TenantDb, tenant: Tenant, runId: string) =>
  db
    .select()
    .from(measurementAnswers)
    .where(
      ownedBy(
        tenant,
        measurementAnswers,
        and(eq(measurementAnswers.runId, runId), eq(measurementAnswers.status, 'answered')),
      ),
    )
    .orderBy(asc(measurementAnswers.number));

/** Ends a run whose calls have ended: a complete one becomes a scan, in the same transaction. */
async function finishRun(database: Database, tenant: Tenant, runId: string) {
  const db = database.as(tenant);
  const ofRun = ownedBy(
    tenant,
    measurementRuns,
    and(eq(measurementRuns.id, runId), inArray(measurementRuns.status, OPEN)),
  );
  const [run] = await db.select().from(measurementRuns).where(ofRun);
  if (!run) return;
  const engines = await db
    .select()
    .from(measurementRunEngines)
    .where(ownedBy(tenant, measurementRunEngines, eq(measurementRunEngines.runId, runId)));
  const status = outcomeOf(engines);
  const rows = status === 'completed' && engines.length > 0 ? await answersOf(db, tenant, runId) : [];
  const scan = rows.length > 0 ? await scanOf(db, tenant, run, rows) : undefined;
  await db.transaction(async (tx) => {
    const [locked] = await tx.select({ id: measurementRuns.id }).from(measurementRuns).where(ofRun).for('update');
    if (!locked) return;
    const scanRunId = scan ? await publishRun(tx, tenant, run, scan) : null;
    if (scan) await makeFactTasks(tx, tenant, scan.answers);
    await tx.update(measurementRuns).set({ status, scanRunId, finishedAt: new Date() }).where(ofRun);
  });
}

/** Ends the runs of active clients that have nothing to wait for. */
export async function finishRuns({ database, log }: Pick<Deps, 'database' | 'log'>): Promise<void> {
  const ended = await database.asMaintenance().execute<{ client: string; run: string }>(sql`
    select run.client_id as client, run.id as run from ${measurementRuns} as run
    where run.status in ('queued', 'running')
      and (run.plan ->> 'audit' is null or run.audited_at is not null
        or run.created_at < now() - ${LONGEST_AUDIT}::interval)
      and not exists (select from ${measurementRunEngines} as engine
        where engine.client_id = run.client_id and engine.run_id = run.id and engine.done + engine.failed < engine.total)
    order by run.created_at limit 20`);
  for (const { client, run } of ended) {
    const tenant = await findTenant(database.accounts, client);
    if (tenant?.status !== 'active') continue;
    await finishRun(database, tenant, run).catch((err) => log.warn({ err, run }, 'A run could not be published.'));
  }
}
