import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AuditCheck, AuditFailure, PageCheck } from './audit-checks.ts';
import { moment } from './columns.ts';
import { clientId, tenantPolicies } from './tenant.ts';

/** A page of the client's website as the audit saw it. */
export interface StoredAuditPage {
  url: string;
  /** Null where nothing was answered. */
  status: number | null;
  /** 0–100. */
  score: number;
  /** Keys of the checks that it fails. */
  issues: PageCheck[];
}

/** The result of one check of the website. */
export interface StoredAuditCheck {
  key: AuditCheck;
  label: string;
  passed: number;
  /** 0 where the check concerns nothing. */
  total: number;
  /** Its part of the score, of 100. */
  weight: number;
  why: string;
  /** What fails by name: crawlers, or stated facts. */
  failing: string[];
}

/** The latest audit of a client's website, and whether a later one failed. */
export const siteAudits = pgTable(
  'site_audits',
  {
    clientId: clientId(),
    startUrl: text().notNull(),
    /** When the audit with these results ended; null before the first that did not fail. */
    completedAt: moment(),
    pages: jsonb().$type<StoredAuditPage[]>().notNull().default([]),
    checks: jsonb().$type<StoredAuditCheck[]>().notNull().default([]),
    /** When the latest audit failed, and why; null if it did not. */
    failedAt: moment(),
    failure: text().$type<AuditFailure>(),
  },
  (audit) => [primaryKey({ columns: [audit.clientId] }), ...tenantPolicies()],
);
