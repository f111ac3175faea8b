import { and, eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { organizations } from './schema/index.ts';
import { zoneInUse } from './time-zone.ts';

declare const minted: unique symbol;

/** The organization's id, authenticated by a session or an API key. */
export type ClientId = string & { readonly [minted]: true };

/** The only client whose data a call may see. */
export interface Tenant {
  clientId: ClientId;
  name: string;
  vertical: string | null;
  timezone: string;
  /** Only an active client's data is served. */
  status: 'active' | 'suspended' | 'erasing';
  /** Tokens a month after which no model answers; null for no limit. */
  monthlyTokenBudget: number | null;
  /** What leaves the portal of a question: its redacted words, or only its topics. */
  questionText: 'redacted' | 'topics';
  /** Incremented with every scan: see server/cache/cache.ts. */
  scoresVersion: number;
  /** Incremented with every other write that cached answers depend on. */
  factsVersion: number;
}

/** The columns of a tenant, selected with every look-up of a caller. */
export const tenantFacts = {
  clientId: organizations.id,
  name: organizations.name,
  vertical: organizations.vertical,
  timezone: organizations.timezone,
  status: organizations.status,
  monthlyTokenBudget: organizations.monthlyTokenBudget,
  questionText: organizations.questionText,
  scoresVersion: organizations.scoresVersion,
  factsVersion: organizations.factsVersion,
};

/** Brands facts from the database as an authenticated tenant. Two files call it, as a test asserts. */
export const mint = (facts: Omit<Tenant, 'clientId'> & { clientId: string }) =>
  ({ ...facts, timezone: zoneInUse(facts.timezone) }) as Tenant;

/** The condition of every statement on a tenant table; row-level security is the second safeguard. */
export const ownedBy = (
  tenant: Pick<Tenant, 'clientId'>,
  table: PgTable & { clientId: PgColumn },
  ...more: (SQL | undefined)[]
) => and(eq(table.clientId, tenant.clientId), ...more);
