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
import { scoreRuns } from './scores.ts';
import { clientId, tenantPolicies } from './tenant.ts';

/** The answers of one AI assistant in a scan. */
export interface EngineCount {
  engine: string;
  answers: number;
  /** Answers that mention the client. */
  mentions: number;
  /** Competitors named, once for each answer. */
  competitorMentions: number;
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
    answers: integer().notNull(),
    mentions: integer().notNull(),
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
