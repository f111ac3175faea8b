import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import type { StatedFact } from './scan-parts.ts';
import { scanSource, scoreRuns } from './scores.ts';
import { clientId, tenantPolicies } from './tenant.ts';

/** The answers of one AI assistant in a scan. */
export interface EngineCount {
  engine: string;
  answers: number;
  /** Answers that mention the client. */
  mentions: number;
  /** Competitors named, once for each answer. */
  competitorMentions: number;
  /** The 95% interval of its mention rate in percent; null for the answers to one question. */
  low: number | null;
  high: number | null;
}

/** The answers of a scan by question and assistant. */
export interface AeoReadings {
  /** With the models that answered, sorted; null for answers without one. */
  engines: { engine: string; models: (string | null)[] }[];
  /** The question's digest, the position of its assistant above, its answers, and those that mention the client. */
  cells: [prompt: string, engine: number, readings: number, mentions: number][];
}

/** The change of the mention rate since the scan before, in points. */
export interface StoredChange {
  value: number | null;
  low: number | null;
  high: number | null;
  verdict: 'moved' | 'no_clear_change' | 'not_comparable';
  /** The smallest change that such a comparison would have shown. */
  smallestVisible: number | null;
  comparedOn: { prompts: number; engines: number; readings: number };
  notComparable: { reason: 'too_few_prompts' | 'other_questions' | 'other_models'; detail: string }[];
}

/** How often the answers of a scan cite a domain. */
export interface SourceCount {
  domain: string;
  citations: number;
  /** Whether the domain is that of a competitor. */
  competitor: boolean;
}

/** Mention figures of a scan, stored so that reads do not count answers: one row for each scan that has answers. */
export const aeoEvidence = pgTable(
  'aeo_evidence',
  {
    clientId: clientId(),
    runId: uuid().notNull(),
    /** As in the scan, for the order of the history. */
    completedAt: moment().notNull(),
    /** The scan's visibility score in AI search, 0–100. */
    visibilityScore: doublePrecision().notNull(),
    source: scanSource().notNull().default('pipeline'),
    answers: integer().notNull(),
    mentions: integer().notNull(),
    /** The 95% interval of the mention rate in percent; null for the answers to one question. */
    low: doublePrecision(),
    high: doublePrecision(),
    /** Questions, and pairs of a question and an assistant; 0 in scans stored before they were counted. */
    prompts: integer().notNull().default(0),
    cells: integer().notNull().default(0),
    lastAskedAt: moment(),
    /** Read when a scan comes, to compare it: tens of kilobytes for 2,000 answers. */
    readings: jsonb().$type<AeoReadings>().notNull().default({ engines: [], cells: [] }),
    /** Since the scan with answers before it of the same source; null for the first. */
    change: jsonb().$type<StoredChange>(),
    engines: jsonb().$type<EngineCount[]>().notNull(),
    /** All citations; null for those of the sources, in scans stored before it was counted. */
    citations: integer(),
    /** The most cited domains, most cited first. */
    sources: jsonb().$type<SourceCount[]>().notNull(),
  },
  (evidence) => [
    primaryKey({ columns: [evidence.clientId, evidence.runId] }),
    foreignKey({
      columns: [evidence.clientId, evidence.runId],
      foreignColumns: [scoreRuns.clientId, scoreRuns.id],
    }).onDelete('cascade'),
    index().on(evidence.clientId, evidence.completedAt, evidence.runId),
    ...tenantPolicies(),
  ],
);

export interface Citation {
  url: string;
  title?: string | null | undefined;
}

/** An answer of an AI assistant in a scan, deleted with the scan. */
export const aeoAnswers = pgTable(
  'aeo_answers',
  {
    clientId: clientId(),
    runId: uuid().notNull(),
    /** Its number in the scan, latest answer first. */
    number: integer().notNull(),
    engine: text().notNull(),
    /** The model behind the assistant, as the pipeline names it. */
    model: text(),
    prompt: text().notNull(),
    askedAt: moment().notNull(),
    mentioned: boolean().notNull(),
    position: integer(),
    /** −1 to 1. */
    sentiment: doublePrecision(),
    citations: jsonb().$type<Citation[]>().notNull(),
    /** Domains. */
    competitors: jsonb().$type<string[]>().notNull(),
    excerpt: text(),
    /** What it states of the client, in scans of the portal itself. */
    facts: jsonb().$type<StatedFact[]>().notNull().default([]),
  },
  (answer) => [
    primaryKey({ columns: [answer.clientId, answer.runId, answer.number] }),
    foreignKey({
      columns: [answer.clientId, answer.runId],
      foreignColumns: [aeoEvidence.clientId, aeoEvidence.runId],
    }).onDelete('cascade'),
    ...tenantPolicies(),
  ],
);
