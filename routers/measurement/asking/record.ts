import { and, eq, sql } from 'drizzle-orm';
import type { MaintenanceDb } from '../../../db/handles.ts';
import { measurementAnswers, measurementRunEngines, measurementRuns } from '../../../db/schema/index.ts';
import { seconds } from '../../../server/durations.ts';
import { workerIsAlive } from '../../../server/jobs/presence.ts';
import { countCalls } from '../budget.ts';
import type { EngineAnswer } from '../engines/engine.ts';
import type { EngineFailure } from '../engines/failure.ts';
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

/** Calls of processes that died wait for another try. They stay counted: nobody knows whether the engine took them. */
export async function returnLostCalls(db: MaintenanceDb): Promise<void> {
  await db.execute(sql`
    with lost as (
      update ${measurementAnswers} as call
      set tries = tries + 1, worker = null, error = 'The call was lost.',
        status = case when tries + 1 >= ${MOST_TRIES} then 'failed'::engine_call_status else 'waiting'::engine_call_status end
      where status = 'sent' and not ${workerIsAlive(sql`call.worker`)}
      returning client_id, run_id, engine, status),
    failed as (select client_id, run_id, engine, count(*)::int as calls from lost where status = 'failed' group by 1, 2, 3)
    update ${measurementRunEngines} as turn set failed = turn.failed + failed.calls, last_error = 'The call was lost.'
    from failed where turn.client_id = failed.client_id and turn.run_id = failed.run_id and turn.engine = failed.engine`);
}
