import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import type { StatedFact } from './scan-parts.ts';
import { clientId, tenantPolicies } from './tenant.ts';

export const measurementInterval = pgEnum('measurement_interval', ['day', 'week', 'month']);
export const measurementScores = pgEnum('measurement_scores', ['own', 'pipeline']);
export const queryMode = pgEnum('query_mode', ['local_discovery', 'industry_b2b', 'online_first']);
export const measurementRunStatus = pgEnum('measurement_run_status', [
  'queued',
  'running',
  'completed',
  'incomplete',
  'failed',
  'cancelled',
]);
export const measurementTrigger = pgEnum('measurement_trigger', ['schedule', 'person']);
export const engineCallStatus = pgEnum('engine_call_status', ['waiting', 'sent', 'answered', 'failed', 'skipped']);

/** What a client’s runs ask, and when; a client without a row has never changed it. */
export const measurements = pgTable(
  'measurements',
  {
    clientId: clientId().primaryKey(),
    enabled: boolean().notNull().default(false),
    every: measurementInterval().notNull().default('month'),
    /** 1 is Monday. */
    weekday: smallint().notNull().default(1),
    day: smallint().notNull().default(1),
    hour: smallint().notNull().default(6),
    scores: measurementScores().notNull().default('pipeline'),
    /** The engines that are not asked: a new one is. */
    disabledEngines: text().array().notNull().default([]),
    readingsPerPrompt: smallint().notNull().default(3),
    aliases: text().array().notNull().default([]),
    auditEnabled: boolean().notNull().default(false),
    auditStartUrl: text(),
    auditMaxPages: smallint().notNull().default(20),
    /** When the next run is due; null while none is scheduled. */
    nextRunAt: moment(),
    /** Why the latest scheduled run was left out, an error code; null since one has begun. */
    leftOut: text(),
    leftOutAt: moment(),
    /** When administrators are to be told of it. */
    tellAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (measurement) => [
    index('measurements_due').on(measurement.nextRunAt).where(sql`next_run_at is not null`),
    index('measurements_to_tell').on(measurement.tellAt).where(sql`tell_at is not null`),
    ...tenantPolicies(),
  ],
);

/** Where a question is asked. */
export interface PromptPlace {
  country: string;
  region?: string | undefined;
  city?: string | undefined;
}

/** A question to the engines. Another text is another prompt, so that its readings stay comparable. */
export const measurementPrompts = pgTable(
  'measurement_prompts',
  {
    clientId: clientId(),
    id: id(),
    text: text().notNull(),
    /** The digest of the text, the same for the same question: see visibility/figures/count-evidence.ts. */
    questionKey: text().notNull(),
    tags: text().array().notNull().default([]),
    language: text(),
    place: jsonb().$type<PromptPlace>(),
    queryMode: queryMode().notNull(),
    active: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  (prompt) => [
    primaryKey({ columns: [prompt.clientId, prompt.id] }),
    uniqueIndex('measurement_prompts_active').on(prompt.clientId, prompt.questionKey).where(sql`active`),
    index().on(prompt.clientId, prompt.createdAt, prompt.id),
    ...tenantPolicies(),
  ],
);

/** What a run takes for given while it lasts. */
export interface MeasurementPlan {
  /** The organization that its answers are read for: as at its begin, or at the latest count. */
  subject?: {
    name: string;
    aliases: string[];
    address: string | null;
    phone: string | null;
    website: string | null;
    timezone: string | null;
  };
  competitors: { name: string; domain: string }[];
  /** What directories list of the organization. */
  listed: {
    directory: string;
    url: string | null;
    phone: string | null;
    domain: string | null;
    address: string | null;
  }[];
  queryMode: (typeof queryMode.enumValues)[number];
  audit: { startUrl: string; maxPages: number } | null;
  scores: (typeof measurementScores.enumValues)[number];
}

/** A run: one reading of all prompts by all engines, as often as the measurement says. */
export const measurementRuns = pgTable(
  'measurement_runs',
  {
    clientId: clientId(),
    id: id(),
    status: measurementRunStatus().notNull().default('queued'),
    trigger: measurementTrigger().notNull(),
    plan: jsonb().$type<MeasurementPlan>().notNull(),
    /** Its readings, and the calls that were sent and not refused. */
    total: integer().notNull(),
    used: integer().notNull().default(0),
    /** When the audit of the website ended, where there is one. */
    auditedAt: moment(),
    /** The scan that it was published as. */
    scanRunId: uuid(),
    startedAt: moment(),
    finishedAt: moment(),
    createdAt: createdAt(),
  },
  (run) => [
    primaryKey({ columns: [run.clientId, run.id] }),
    // A client has one run at a time.
    uniqueIndex('measurement_runs_open').on(run.clientId).where(sql`status in ('queued', 'running')`),
    index().on(run.clientId, run.createdAt, run.id),
    index().on(run.createdAt),
    ...tenantPolicies(),
  ],
);

/** An engine in a run. Clients take turns by the time of the last call. */
export const measurementRunEngines = pgTable(
  'measurement_run_engines',
  {
    clientId: clientId(),
    runId: uuid().notNull(),
    engine: text().notNull(),
    model: text().notNull(),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    lastError: text(),
    calledAt: moment(),
  },
  (engine) => [
    primaryKey({ columns: [engine.clientId, engine.runId, engine.engine] }),
    foreignKey({
      columns: [engine.clientId, engine.runId],
      foreignColumns: [measurementRuns.clientId, measurementRuns.id],
    }).onDelete('cascade'),
    index('measurement_run_engines_open').on(engine.engine, engine.calledAt).where(sql`done + failed < total`),
    ...tenantPolicies(),
  ],
);

/** A reading of a run: the call that asks for it, and its answer as it was read. */
export const measurementAnswers = pgTable(
  'measurement_answers',
  {
    clientId: clientId(),
    runId: uuid().notNull(),
    /** Its turn in the run. */
    number: integer().notNull(),
    engine: text().notNull(),
    promptId: uuid().notNull(),
    prompt: text().notNull(),
    language: text(),
    place: jsonb().$type<PromptPlace>(),
    status: engineCallStatus().notNull().default('waiting'),
    tries: smallint().notNull().default(0),
    notBefore: moment().notNull().defaultNow(),
    /** The process that has sent it. */
    worker: integer(),
    error: text(),
    askedAt: moment(),
    model: text(),
    /** How the engine was asked, such as `responses, web search`. */
    access: text(),
    answer: text(),
    citations: jsonb().$type<{ url: string; title?: string | null | undefined }[]>().notNull().default([]),
    mentioned: boolean(),
    position: integer(),
    sentiment: doublePrecision(),
    /** Domains. */
    competitors: jsonb().$type<string[]>().notNull().default([]),
    facts: jsonb().$type<StatedFact[]>().notNull().default([]),
    excerpt: text(),
  },
  (answer) => [
    primaryKey({ columns: [answer.clientId, answer.runId, answer.number] }),
    foreignKey({
      columns: [answer.clientId, answer.runId],
      foreignColumns: [measurementRuns.clientId, measurementRuns.id],
    }).onDelete('cascade'),
    index('measurement_answers_waiting')
      .on(answer.clientId, answer.runId, answer.engine, answer.number)
      .where(sql`status = 'waiting'`),
    index('measurement_answers_sent').on(answer.engine).where(sql`status = 'sent'`),
    ...tenantPolicies(),
  ],
);

/** The calls of a client in a month of UTC. */
export const measurementUsage = pgTable(
  'measurement_usage',
  { clientId: clientId(), month: date().notNull(), used: integer().notNull().default(0) },
  (usage) => [primaryKey({ columns: [usage.clientId, usage.month] }), ...tenantPolicies()],
);

/** Until when an engine is left alone, as it said itself. */
export const engineHolds = pgTable('engine_holds', { engine: text().primaryKey(), heldUntil: moment().notNull() });
