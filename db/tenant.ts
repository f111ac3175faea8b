import { and, eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { organizations } from './schema/index.ts';

declare const minted: unique symbol;

/** The organization's id, proved by a session or an API key. Only the context builder mints one. */
export type ClientId = string & { readonly [minted]: true };

/** The one client that a call may see. */
export interface Tenant {
  clientId: ClientId;
  name: string;
  vertical: string | null;
  timezone: string;
  /** Goes up with every scan: see server/cache/cache.ts. */
  scoresVersion: number;
  /** Goes up with every other write that answers are computed from. */
  factsVersion: number;
}

/** Where the facts of a tenant stand; whoever looks up a caller selects them. */
export const tenantFacts = {
  clientId: organizations.id,
  name: organizations.name,
  vertical: organizations.vertical,
  timezone: organizations.timezone,
  scoresVersion: organizations.scoresVersion,
  factsVersion: organizations.factsVersion,
};

/** For server/trpc/context.ts alone: what it calls a client id has been checked against the database. */
export const mint = (facts: Omit<Tenant, 'clientId'> & { clientId: string }) => facts as Tenant;

/** The condition that every statement on a tenant table carries; row-level security is the second lock behind it. */
export const ownedBy = (tenant: Tenant, table: PgTable & { clientId: PgColumn }, ...more: (SQL | undefined)[]) =>
  and(eq(table.clientId, tenant.clientId), ...more);
