import { and, asc, eq, inArray } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { measurementRunEngines, measurementRuns } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { notFound } from '../../../server/errors.ts';

type Run = typeof measurementRuns.$inferSelect;

/** Runs as they are answered, with their engines. */
export async function withEngines(db: TenantDb, tenant: Tenant, runs: readonly Run[]) {
  const ids = runs.map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(measurementRunEngines)
          .where(ownedBy(tenant, measurementRunEngines, and(inArray(measurementRunEngines.runId, ids))))
          .orderBy(asc(measurementRunEngines.engine));
  return runs.map(({ id, status, trigger, total, createdAt, startedAt, finishedAt, scanRunId }) => {
    const engines = rows.filter(({ runId }) => runId === id);
    const sum = (of: (engine: (typeof engines)[number]) => number) =>
      engines.reduce((all, engine) => all + of(engine), 0);
    return {
      id,
      status,
      trigger,
      progress: { done: sum(({ done }) => done), failed: sum(({ failed }) => failed), total },
      engines: engines.map(({ engine, model, done, failed, lastError }) => ({
        engine,
        model,
        done,
        failed,
        lastError,
      })),
      createdAt,
      startedAt,
      finishedAt,
      scanRunId,
    };
  });
}

/** @throws NOT_FOUND */
export async function findRun(db: TenantDb, tenant: Tenant, id: string) {
  const [row] = await db
    .select()
    .from(measurementRuns)
    .where(ownedBy(tenant, measurementRuns, eq(measurementRuns.id, id)));
  if (!row) throw notFound();
  const [run] = await withEngines(db, tenant, [row]);
  if (!run) throw notFound();
  return run;
}
