import { doublePrecision, index, jsonb, pgEnum, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import type { ScanParts } from './scan-parts.ts';
import { clientId, tenantPolicies } from './tenant.ts';

export interface Tier {
  key: string;
  label: string;
  score: number;
  weight: number;
}

export interface Component extends Tier {
  tier: string;
  /** Why it has this score; the portal's own scores have it. */
  reason?: string;
}

/** Who made a scan: a pipeline that sent it, or the portal itself. Scans of different sources are not compared. */
export const scanSource = pgEnum('scan_source', ['pipeline', 'own']);

/**
 * A completed scan in one row, so that reads are atomic. Scores 0–100, confidence 0–1; all null, without tiers and
 * components, where a run of the portal brought AI search alone.
 */
export const scoreRuns = pgTable(
  'score_runs',
  {
    clientId: clientId(),
    id: id(),
    externalId: text().notNull(),
    source: scanSource().notNull().default('pipeline'),
    completedAt: moment().notNull(),
    rawScore: doublePrecision(),
    dynamicScore: doublePrecision(),
    confidence: doublePrecision(),
    tiers: jsonb().$type<Tier[]>().notNull(),
    components: jsonb().$type<Component[]>().notNull(),
    /** The optional parts of a scan. */
    parts: jsonb().$type<ScanParts>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (run) => [
    primaryKey({ columns: [run.clientId, run.id] }),
    unique().on(run.clientId, run.externalId),
    index().on(run.clientId, run.completedAt, run.id),
    ...tenantPolicies(),
  ],
);
