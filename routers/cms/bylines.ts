import { eq, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import { hot } from '../../db/hot.ts';
import { organizations, users } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Deps } from '../../server/deps.ts';

const namesAndSite = hot((db) =>
  db
    .select({ id: users.id, name: users.name, website: organizations.website })
    .from(organizations)
    .leftJoin(users, sql`${users.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .where(eq(organizations.id, sql.placeholder('clientId'))),
);

/**
 * What pages show of the people who wrote them, and where the client's site is. It asks as the portal: accounts are not
 * among a tenant's tables. Somebody whose account is gone is null.
 */
export async function bylines({ deps, tenant }: { deps: Deps; tenant: Tenant }, written: (string | null)[]) {
  const ids = makePgArray([...new Set(written.filter((id) => id !== null))]);
  const rows = await namesAndSite(deps.database.db).execute({ ids, clientId: tenant.clientId });
  const people = new Map(rows.map(({ id, name }) => [id, { name }]));
  return {
    website: rows[0]?.website ?? null,
    personOf(id: string | null) {
      const person = id === null ? undefined : people.get(id);
      return id !== null && person ? { id, name: person.name } : null;
    },
  };
}

export type Bylines = Awaited<ReturnType<typeof bylines>>;
