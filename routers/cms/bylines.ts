import { eq, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import { accountQuery } from '../../db/prepared.ts';
import { organizations, users } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { service } from '../../server/services.ts';
import type { HandlerDeps } from '../../server/trpc/context.ts';

const namesAndSite = accountQuery((db) =>
  db
    .select({ id: users.id, name: users.name, website: organizations.website })
    .from(organizations)
    .leftJoin(users, sql`${users.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .where(eq(organizations.id, sql.placeholder('clientId'))),
);

// Accounts are not among a tenant's tables: this asks as the portal, for the people and the site of one client.
const people = service(({ database }) => namesAndSite(database.accounts));

/**
 * What pages show of the people who wrote them, and where the client's site is. It asks as the portal: accounts are not
 * among a tenant's tables. Somebody whose account is gone is null.
 */
export async function bylines({ deps, tenant }: { deps: HandlerDeps; tenant: Tenant }, written: (string | null)[]) {
  const ids = makePgArray([...new Set(written.filter((id) => id !== null))]);
  const rows = await deps.use(people).execute({ ids, clientId: tenant.clientId });
  const known = new Map(rows.map(({ id, name }) => [id, { name }]));
  return {
    website: rows[0]?.website ?? null,
    personOf(id: string | null) {
      const person = id === null ? undefined : known.get(id);
      return id !== null && person ? { id, name: person.name } : null;
    },
  };
}

export type Bylines = Awaited<ReturnType<typeof bylines>>;
