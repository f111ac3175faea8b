import { type Placeholder, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { tenantQuery } from '../../db/prepared.ts';
import { insightRuns } from '../../db/schema/index.ts';
import { insertDeliveries } from '../webhooks/public.ts';

// The two statements of each question, prepared.

type Column = keyof typeof insightRuns.$inferInsert;

const BEGUN = ['clientId', 'id', 'userId', 'runType', 'inputParams', 'requestId', 'worker'] as const satisfies Column[];
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
] as const satisfies Column[];

const placeholders = <Name extends Column>(names: readonly Name[]): Record<Name, Placeholder> =>
  Object.assign({}, ...names.map((name) => ({ [name]: sql.placeholder(name) })));

/** Inserts a run that begins. */
export const insertRun = tenantQuery((db) =>
  db
    .insert(insightRuns)
    .values(placeholders([...BEGUN, 'startedAt']))
    .onConflictDoNothing(),
);

/** Completes a run, or inserts it whole where that failed, and writes its events: one statement, and so one transaction. */
export const completeRun = tenantQuery((db) => {
  const run = db.$with('run').as(
    db
      .insert(insightRuns)
      .values(placeholders([...BEGUN, ...RESULT]))
      .onConflictDoUpdate({
        target: [insightRuns.clientId, insightRuns.id],
        set: Object.fromEntries(RESULT.map((name) => [name, sql`excluded.${sql.identifier(toSnakeCase(name))}`])),
      })
      .returning({ id: insightRuns.id }),
  );
  const events = db
    .$with('event', {})
    .as(insertDeliveries(sql.placeholder('clientId'), sql.placeholder('types'), sql.placeholder('events')));
  return db.with(run, events).select({ id: run.id }).from(run);
});
