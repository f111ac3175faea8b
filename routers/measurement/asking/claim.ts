import { and, eq, inArray, sql } from 'drizzle-orm';
import type { MaintenanceDb } from '../../../db/handles.ts';
import { measurementAnswers, measurementRunEngines, measurementRuns, organizations } from '../../../db/schema/index.ts';
import { workerIsAlive } from '../../../server/jobs/presence.ts';
import { answersUsed } from '../../plans/usage.ts';
import { countCalls } from '../budget.ts';
import { ENGINE_NAMES, type EngineName } from '../engines/names.ts';

/** The class of the locks under which a process takes a call of an engine. */
const CLAIMS = 7_130_005;

/** A call that this process makes. */
export type EngineCallRow = typeof measurementAnswers.$inferSelect & { askedModel: string };

interface Claiming {
  engine: EngineName;
  worker: number;
  /** Calls to the engine at once, over all processes. */
  atOnce: number;
}

/** Whom a row of answers is, for statements on it alone. */
export const thisAnswer = ({ clientId, runId, number }: Pick<EngineCallRow, 'clientId' | 'runId' | 'number'>) =>
  and(
    eq(measurementAnswers.clientId, clientId),
    eq(measurementAnswers.runId, runId),
    eq(measurementAnswers.number, number),
  );

export const thisRun = ({ clientId, runId }: Pick<EngineCallRow, 'clientId' | 'runId'>) =>
  and(eq(measurementRuns.clientId, clientId), eq(measurementRuns.id, runId));

export const thisEngine = ({ clientId, runId, engine }: Pick<EngineCallRow, 'clientId' | 'runId' | 'engine'>) =>
  and(
    eq(measurementRunEngines.clientId, clientId),
    eq(measurementRunEngines.runId, runId),
    eq(measurementRunEngines.engine, engine),
  );

/**
 * The answers of the month that are used, and the first tries of a run that wait, which are reserved. Read in one
 * statement: a claim between two would be in neither.
 */
export async function usedOrReserved(
  db: MaintenanceDb,
  { clientId, runId }: Pick<EngineCallRow, 'clientId' | 'runId'>,
) {
  const [row] = await db.execute<{ answers: number }>(sql`select ${answersUsed(clientId)} + (
    select count(*) from ${measurementAnswers} as waiting
    where waiting.client_id = ${clientId} and waiting.run_id = ${runId}
      and waiting.status = 'waiting' and waiting.tries = 0)::int as answers`);
  return row?.answers ?? 0;
}

/**
 * Takes the next call of an engine: of the client whose last call is longest ago. Counts it, as it is about to be sent.
 * Undefined where nothing waits, or as many calls are under way as may.
 */
export const claimCall = (db: MaintenanceDb, { engine, worker, atOnce }: Claiming) =>
  db.transaction(async (tx): Promise<EngineCallRow | undefined> => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIMS}, ${ENGINE_NAMES.indexOf(engine)})`);
    const [load] = await tx.execute<{ calls: number }>(sql`
      select count(*)::int as calls from ${measurementAnswers} as call
      where call.engine = ${engine} and call.status = 'sent' and ${workerIsAlive(sql`call.worker`)}`);
    if ((load?.calls ?? 0) >= atOnce) return undefined;
    const [next] = await tx.execute<{ client: string; run: string; number: number; model: string }>(sql`
      select turn.client_id as client, turn.run_id as run, turn.model, call.number
      from ${measurementRunEngines} as turn
      join ${measurementRuns} as run on run.client_id = turn.client_id and run.id = turn.run_id
        and run.status in ('queued', 'running')
      join ${organizations} as client on client.id = turn.client_id and client.status = 'active'
      cross join lateral (
        select number from ${measurementAnswers} as waiting
        where waiting.client_id = turn.client_id and waiting.run_id = turn.run_id and waiting.engine = turn.engine
          and waiting.status = 'waiting' and waiting.not_before <= now()
        order by number limit 1) as call
      where turn.engine = ${engine} and turn.done + turn.failed < turn.total
      order by turn.called_at nulls first, run.created_at limit 1`);
    if (!next) return undefined;
    const key = { clientId: next.client, runId: next.run, number: next.number };
    // All that change a run lock it first, so that none waits for one that waits for it.
    const [run] = await tx
      .update(measurementRuns)
      .set({ status: 'running', startedAt: sql`coalesce(${measurementRuns.startedAt}, now())` })
      .where(and(thisRun(key), inArray(measurementRuns.status, ['queued', 'running'])))
      .returning({ id: measurementRuns.id });
    if (!run) return undefined;
    const [row] = await tx
      .update(measurementAnswers)
      .set({ status: 'sent', worker, askedAt: new Date() })
      .where(and(thisAnswer(key), eq(measurementAnswers.status, 'waiting')))
      .returning();
    if (!row) return undefined;
    const call = { ...row, askedModel: next.model };
    await tx.update(measurementRunEngines).set({ calledAt: sql`clock_timestamp()` }).where(thisEngine(call));
    await countCalls(tx, call, 1);
    return call;
  });
