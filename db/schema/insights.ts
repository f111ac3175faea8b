import { isNotNull, isNull } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { clientId, tenantPolicies } from './tenant.ts';

export const insightType = pgEnum('insight_type', ['nlq', 'scoring', 'playbook', 'explain']);
export const insightStatus = pgEnum('insight_status', ['running', 'succeeded', 'failed']);

/** An accepted query. It appears in the history when `completedAt` is set. */
export const insightRuns = pgTable(
  'insight_runs',
  {
    clientId: clientId(),
    id: id(),
    userId: uuid().notNull(),
    runType: insightType().notNull(),
    inputParams: jsonb().$type<Record<string, unknown>>().notNull(),
    status: insightStatus().notNull().default('running'),
    resultData: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    errorCode: text(),
    errorMessage: text(),
    /** Why it failed, and the status of the insights service: for operators, never shown to clients. */
    failureKind: text(),
    upstreamStatus: integer(),
    /** The id of the request, as in the log; null for runs from before it was kept. */
    requestId: text(),
    executionTimeMs: integer().notNull().default(0),
    tokensUsed: integer().notNull().default(0),
    /** Tokens of the question and of the answer; null where the service did not tell them apart. */
    tokensInput: integer(),
    tokensOutput: integer(),
    aiProvider: text().notNull().default('none'),
    aiModel: text().notNull().default('none'),
    /** The process that handles it: see server/jobs/presence.ts. */
    worker: integer().notNull(),
    startedAt: createdAt(),
    completedAt: moment(),
  },
  (run) => [
    primaryKey({ columns: [run.clientId, run.id] }),
    index('insight_runs_history').on(run.clientId, run.completedAt, run.id).where(isNotNull(run.completedAt)),
    index('insight_runs_running').on(run.worker).where(isNull(run.completedAt)),
    ...tenantPolicies(),
  ],
);

/** The number of finished runs of a client, stored so that reads do not count rows. */
export const insightRunTotals = pgTable(
  'insight_run_totals',
  { clientId: clientId(), total: bigint({ mode: 'number' }).notNull() },
  (row) => [primaryKey({ columns: [row.clientId] }), ...tenantPolicies()],
);

/**
 * The finished questions of a client and their tokens by month of arrival, in UTC. A trigger counts them in the
 * statement that finishes a run; deleting runs changes nothing.
 */
export const insightUsage = pgTable(
  'insight_usage',
  {
    clientId: clientId(),
    /** The first day of the month. */
    month: date().notNull(),
    questions: bigint({ mode: 'number' }).notNull(),
    tokens: bigint({ mode: 'number' }).notNull(),
    /** Of those, the tokens told apart. */
    tokensInput: bigint({ mode: 'number' }).notNull(),
    tokensOutput: bigint({ mode: 'number' }).notNull(),
  },
  (row) => [primaryKey({ columns: [row.clientId, row.month] }), ...tenantPolicies()],
);

/** A person's feedback on an answer, one per person. */
export const insightFeedback = pgTable(
  'insight_feedback',
  {
    clientId: clientId(),
    runId: uuid().notNull(),
    userId: uuid().notNull(),
    helpful: boolean().notNull(),
    comment: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (opinion) => [
    primaryKey({ columns: [opinion.clientId, opinion.runId, opinion.userId] }),
    foreignKey({
      columns: [opinion.clientId, opinion.runId],
      foreignColumns: [insightRuns.clientId, insightRuns.id],
    }).onDelete('cascade'),
    ...tenantPolicies(),
  ],
);
