import { and, eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { organizations } from './schema/index.ts';

declare const minted: unique symbol;

/** The organization's id, authenticated by a session or an API key. */
export type ClientId = string & { readonly [minted]: true };

/** The only client whose data a call may see. */
export interface Tenant {
  clientId: ClientId;
  name: string;
  vertical: string | null;
  timezone: string;
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
  scoresVersion: organizations.scoresVersion,
  factsVersion: organizations.factsVersion,
};

/** Declares facts from the database to be those of an authenticated tenant. Two files call it; a test holds that. */
export const mint = (facts: Omit<Tenant, 'clientId'> & { clientId: string }) => facts as Tenant;

/** The condition of every statement on a tenant table; row-level security is the second safeguard. */
export const ownedBy = (tenant: Tenant, table: PgTable & { clientId: PgColumn }, ...more: (SQL | undefined)[]) =>
  and(eq(table.clientId, tenant.clientId), ...more);
