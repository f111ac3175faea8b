import { and, eq, type SQL, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import type { MaintenanceDb } from '../../../db/handles.ts';
import { measurementAnswers, measurementRunEngines, measurementRuns } from '../../../db/schema/index.ts';
import { seconds } from '../../../server/durations.ts';
import { workerIsAlive } from '../../../server/jobs/presence.ts';
import { countCalls } from '../budget.ts';
import type { EngineAnswer } from '../engines/engine.ts';
import type { EngineFailure } from '../engines/failure.ts';
import type { EngineName } from '../engines/names.ts';
import type { AnswerReading } from '../reading/read-answer.ts';
import { type EngineCallRow, thisAnswer, thisEngine, thisRun } from './claim.ts';

const MOST_TRIES = 3;

/** Milliseconds before the second and third try. */
const PAUSES = [seconds(1), seconds(5)];

/** Ends a call that is still this process’s; another one may have taken it for lost. */
async function endCall(tx: MaintenanceDb, call: EngineCallRow, set: Partial<typeof measurementAnswers.$inferInsert>) {
  const ours = and(eq(measurementAnswers.status, 'sent'), eq(measurementAnswers.worker, call.worker ?? 0));
  const ended = await tx
    .update(measurementAnswers)
    .set({ ...set, worker: null })
    .where(and(thisAnswer(call), ours))
    .returning({ number: measurementAnswers.number });
  return ended.length > 0;
}

/** Stores an answer with what it says. */
export const recordAnswer = (db: MaintenanceDb, call: EngineCallRow, answer: EngineAnswer, reading: AnswerReading) =>
  db.transaction(async (tx) => {
    const { text, model, access, citations } = answer;
    const ended = await endCall(tx, call, { status: 'answered', answer: text, model, access, citations, ...reading });
    if (!ended) return;
    await tx
      .update(measurementRunEngines)
      .set({ done: sql`${measurementRunEngines.done} + 1` })
      .where(thisEngine(call));
  });

/** Stores a failure: another try later, or none. What the engine did not take is given back to the budget. */
export const recordCallFailure = (
  db: MaintenanceDb,
  call: EngineCallRow,
  { kind, message }: EngineFailure,
  holdUntil?: Date,
) =>
  db.transaction(async (tx) => {
    const tries = kind === 'limited' ? call.tries : call.tries + 1;
    const isLast = tries >= MOST_TRIES;
    // As in a claim, the run is locked first.
    await tx.select({ id: measurementRuns.id }).from(measurementRuns).where(thisRun(call)).for('no key update');
    const again = holdUntil ?? new Date(Date.now() + (PAUSES[tries - 1] ?? 0));
    const ended = await endCall(tx, call, {
      status: isLast ? 'failed' : 'waiting',
      tries,
      error: message,
      notBefore: again,
      ...(!isLast && { askedAt: null }),
    });
    if (!ended) return;
    await tx
      .update(measurementRunEngines)
      .set({ lastError: message, ...(isLast && { failed: sql`${measurementRunEngines.failed} + 1` }) })
      .where(thisEngine(call));
    if (kind === 'limited' || kind === 'refused') await countCalls(tx, call, -1);
  });

const LOST = sql`'The call was lost.'`;
const KEYLESS = sql`'The portal has no key of this assistant any more.'`;

/** A process that is being replaced may still lack the key that another one has begun a run with. */
const REPLACED_WITHIN = sql`interval '10 minutes'`;

/** Counts calls that have failed by a statement, which returns them with their status, in their runs. */
const countFailed = (db: MaintenanceDb, calls: SQL, error: SQL) =>
  db.execute(sql`
    with ended as (${calls} returning call.client_id, call.run_id, call.engine, call.status),
    failed as (
      select client_id, run_id, engine, count(*)::int as calls from ended where status = 'failed' group by 1, 2, 3)
    update ${measurementRunEngines} as turn set failed = turn.failed + failed.calls, last_error = ${error}
    from failed where turn.client_id = failed.client_id and turn.run_id = failed.run_id and turn.engine = failed.engine`);

/** What a call and its storing may take: one that has been sent for longer is lost, though its process lives. */
const LONGEST_CALL = sql`interval '5 minutes'`;

/**
 * Calls of processes that died, or that could not store them, wait for another try. They stay counted: nobody knows
 * whether the engine took them.
 */
export const returnLostCalls = (db: MaintenanceDb) =>
  countFailed(
    db,
    sql`
      update ${measurementAnswers} as call
      set tries = tries + 1, worker = null, error = ${LOST},
        status = case when tries + 1 >= ${MOST_TRIES} then 'failed'::engine_call_status else 'waiting'::engine_call_status end
      where status = 'sent'
        and (not ${workerIsAlive(sql`call.worker`)} or call.asked_at < now() - ${LONGEST_CALL})`,
    LOST,
  );

/** Ends the calls that wait for an engine whose key was taken away, so that their run ends. */
export const endKeylessCalls = (db: MaintenanceDb, available: readonly EngineName[]) =>
  countFailed(
    db,
    sql`
      update ${measurementAnswers} as call set status = 'failed', error = ${KEYLESS}
      from ${measurementRunEngines} as asked
      join ${measurementRuns} as run on run.client_id = asked.client_id and run.id = asked.run_id
      where asked.done + asked.failed < asked.total and asked.engine <> all(${makePgArray([...available])}::text[])
        and run.status in ('queued', 'running') and run.created_at < now() - ${REPLACED_WITHIN}
        and call.client_id = asked.client_id and call.run_id = asked.run_id and call.engine = asked.engine
        and call.status = 'waiting'`,
    KEYLESS,
  );
