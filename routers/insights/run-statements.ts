import { sql } from 'drizzle-orm';
import { tenantQuery } from '../../db/prepared.ts';
import { insertOf, ofInserted } from '../../db/prepared-insert.ts';
import { insightRuns } from '../../db/schema/index.ts';
import { markCommitted } from '../../server/trpc/committed-calls.ts';
import { insertDeliveries } from '../webhooks/public.ts';

// The two statements of each question, prepared.

const BEGUN = ['clientId', 'id', 'userId', 'runType', 'inputParams', 'requestId', 'worker'] as const;
const RESULT = [
  'status',
  'resultData',
  'errorCode',
  'errorMessage',
  'failureKind',
  'upstreamStatus',
  'executionTimeMs',
  'tokensUsed',
  'tokensInput',
  'tokensOutput',
  'aiProvider',
  'aiModel',
  'completedAt',
] as const;

/** Inserts a run that begins. */
export const insertRun = tenantQuery((db) => insertOf(db, insightRuns, [...BEGUN, 'startedAt']).onConflictDoNothing());

/**
 * Completes a run, or inserts it whole where that failed, writes its events, and marks the claim of an answered
 * question: one statement, and so one transaction.
 */
export const completeRun = tenantQuery((db) => {
  const run = db.$with('run').as(
    insertOf(db, insightRuns, [...BEGUN, ...RESULT])
      .onConflictDoUpdate({ target: [insightRuns.clientId, insightRuns.id], set: ofInserted(RESULT) })
      .returning({ id: insightRuns.id }),
  );
  const events = db.$with('event', {}).as(insertDeliveries);
  const marked = db.$with('marked', {}).as(
    markCommitted({
      clientId: sql.placeholder('clientId'),
      caller: sql.placeholder('caller'),
      key: sql.placeholder('key'),
      claim: sql.placeholder('claim'),
    }),
  );
  return db.with(run, events, marked).select({ id: run.id }).from(run);
});
